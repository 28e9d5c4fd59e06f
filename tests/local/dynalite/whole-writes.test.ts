import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { DynamoDBClient } from '@aws-sdk/client-dynamodb';
import {
  BatchWriteCommand,
  DeleteCommand,
  DynamoDBDocumentClient,
  PutCommand,
  TransactWriteCommand,
  type TransactWriteCommandInput,
  UpdateCommand,
} from '@aws-sdk/lib-dynamodb';
import { Level } from 'level';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import * as z from 'zod/mini';
import { startDatabase } from '../../../local/dynalite/database.js';
import { tableDefinition } from '../../../resources/definitions.ts';
import { newTable } from '../../support/new-table.ts';

const TableName = 'events';
const Key = { PK: 'a', SK: 'x' };
const Item = { ...Key, head_id: 1, head: 'a' };
const put = { TableName, Item };
const update = {
  ...{ TableName, Key, UpdateExpression: 'SET head_id = :id' },
  ExpressionAttributeValues: { ':id': 2 },
};
const other = { TableName, Item: { ...Item, PK: 'b' } };

const single = [vi.spyOn(Level.prototype, 'put'), vi.spyOn(Level.prototype, 'del')];
const batch = vi.spyOn(Level.prototype, 'batch');

let folder: string;
let database: Awaited<ReturnType<typeof startDatabase>>;
let client: DynamoDBDocumentClient;

beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'event-budget-'));
  database = await startDatabase(folder);
  await newTable(database.endpoint, TableName, tableDefinition);
  client = DynamoDBDocumentClient.from(new DynamoDBClient({ endpoint: database.endpoint }));
  await client.send(new PutCommand(put));
  vi.clearAllMocks();
});
afterEach(async () => {
  client.destroy();
  await database.stop();
  await rm(folder, { recursive: true });
});

const records = z.array(z.object({ key: z.string() }));

/** For each batch the kinds of its records. */
const batches = () =>
  batch.mock.calls.map((parameters: unknown[]) =>
    records.parse(parameters[0]).map(({ key }) => key.replace(/[-~].*$/s, '')),
  );

const transact = (...TransactItems: NonNullable<TransactWriteCommandInput['TransactItems']>) =>
  client.send(new TransactWriteCommand({ TransactItems }));
const check = { TableName, Key, ConditionExpression: 'attribute_exists(PK)' };
const batchWrite = () =>
  client.send(
    new BatchWriteCommand({
      RequestItems: { [TableName]: [{ DeleteRequest: { Key } }, { PutRequest: { Item: other.Item } }] },
    }),
  );

it.each<[what: string, write: () => Promise<unknown>, batches: string[][]]>([
  ['an item', () => client.send(new PutCommand(put)), [['index', 'item']]],
  ['an update', () => client.send(new UpdateCommand(update)), [['index', 'index', 'item']]],
  ['a deletion', () => client.send(new DeleteCommand({ TableName, Key })), [['index', 'item']]],
  [
    'each item of a batch',
    batchWrite,
    [
      ['index', 'item'],
      ['index', 'item'],
    ],
  ],
  [
    'a transaction',
    () => transact({ Update: update }, { Put: other }),
    [['index', 'index', 'item', 'index', 'item', 'token']],
  ],
  ['a transaction that only checks', () => transact({ ConditionCheck: check }), [['token']]],
])('%s is one write of LevelDB with its index entries', async (_, write, expected) => {
  await write();
  expect(batches()).toEqual(expected);
  for (const written of single) expect(written).not.toHaveBeenCalled();
});
