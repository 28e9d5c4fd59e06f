import { setTimeout } from 'node:timers/promises';
import { send } from '../../local/table-stream.js';

/** Creates a table in an emulator without the SDK, which each test file would load for it. */
export async function newTable(endpoint: string, TableName: string, definition: object): Promise<void> {
  await send(endpoint, 'DynamoDB_20120810.CreateTable', { ...definition, TableName });
  const state = () => send(endpoint, 'DynamoDB_20120810.DescribeTable', { TableName });
  while (!JSON.stringify(await state()).includes('"TableStatus":"ACTIVE"')) await setTimeout(5);
}
