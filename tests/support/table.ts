import { BatchWriteCommand, PutCommand, ScanCommand } from '@aws-sdk/lib-dynamodb';
import { expect } from 'vitest';
import { documentClient } from '../../lib/dynamodb/items.ts';
import type { PrimaryKey } from '../../lib/dynamodb/keys.ts';
import type { Outcome } from './call.ts';

/** The maximum of BatchWriteItem. */
const BATCH = 25;

const tableName = (): string => String(process.env['TABLE_NAME']);

/** Stores an item as it is. */
export async function putItem(key: PrimaryKey, item: object): Promise<void> {
  await documentClient().send(new PutCommand({ TableName: tableName(), Item: { ...item, ...key } }));
}

/** Stores items as they are. */
export async function putItems(items: Record<string, unknown>[]): Promise<void> {
  for (let start = 0; start < items.length; start += BATCH) {
    const puts = items.slice(start, start + BATCH).map((Item) => ({ PutRequest: { Item } }));
    await documentClient().send(new BatchWriteCommand({ RequestItems: { [tableName()]: puts } }));
  }
}

/** All items of the table, by their keys. */
export async function tableContent(): Promise<Record<string, unknown>> {
  const TableName = String(process.env['TABLE_NAME']);
  const { Items = [], LastEvaluatedKey } = await documentClient().send(
    new ScanCommand({ TableName, ConsistentRead: true }),
  );
  if (LastEvaluatedKey) throw new Error('The table has more than one page');
  return Object.fromEntries(Items.map((item) => [`${item['PK']} ${item['SK']}`, item]));
}

/** The table but for counters of passwords and of expensive calls, which are counted before anything else is looked at. */
const uncounted = async () =>
  Object.entries(await tableContent()).filter(([key]) => !/ (PASSWORDS|EXPENSIVE_CALLS)$/.test(key));

/** Expects a rejection that changes nothing. */
export async function rejected(write: () => Promise<Outcome>): Promise<Outcome> {
  const before = await uncounted();
  const outcome = await write();
  expect(await uncounted()).toEqual(before);
  return outcome;
}
