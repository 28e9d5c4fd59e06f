import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { DynamoDBClient } from '@aws-sdk/client-dynamodb';
import { DynamoDBDocumentClient, GetCommand, TransactWriteCommand } from '@aws-sdk/lib-dynamodb';
import { Level } from 'level';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { type Database, startDatabase } from '../../../local/dynalite/database.js';
import { tableDefinition } from '../../../resources/definitions.ts';
import { newTable } from '../../support/new-table.ts';

const TableName = 'events';
const Key = { PK: 'a', SK: 'x' };
const MINUTE = 60_000;

let folder: string;
let database: Database;
let client: DynamoDBDocumentClient;

async function start(): Promise<void> {
  database = await startDatabase(folder);
  client = DynamoDBDocumentClient.from(new DynamoDBClient({ endpoint: database.endpoint, maxAttempts: 1 }));
}

async function stop(): Promise<void> {
  client.destroy();
  await database.stop();
}

beforeEach(async () => {
  vi.useFakeTimers({ toFake: ['Date'], now: Date.UTC(2027, 6, 4, 12, 9) });
  folder = await mkdtemp(join(tmpdir(), 'event-budget-'));
  await start();
  await newTable(database.endpoint, TableName, tableDefinition);
});
afterEach(async () => {
  await stop();
  await rm(folder, { recursive: true });
  vi.useRealTimers();
});

const increment = (ClientRequestToken: string) =>
  client.send(
    new TransactWriteCommand({
      ClientRequestToken,
      TransactItems: [
        {
          Update: {
            ...{ TableName, Key, UpdateExpression: 'ADD n :one' },
            ExpressionAttributeValues: { ':one': 1 },
          },
        },
      ],
    }),
  );

const pass = (milliseconds: number) => vi.setSystemTime(Date.now() + milliseconds);

async function count(): Promise<unknown> {
  const { Item } = await client.send(new GetCommand({ TableName, Key }));
  return Item?.['n'];
}

it('is known for ten minutes', async () => {
  await increment('a');
  pass(10 * MINUTE - 1);
  await increment('a');
  expect(await count()).toBe(1);
  pass(1);
  await increment('a');
  expect(await count()).toBe(2);
  pass(10 * MINUTE - 1);
  await increment('a');
  expect(await count()).toBe(2);
});

it('is known after a restart', async () => {
  await increment('a');
  await stop();
  await start();
  await increment('a');
  expect(await count()).toBe(1);
});

it('is removed by a later transaction', async () => {
  await increment('a');
  pass(5 * MINUTE);
  await increment('b');
  pass(20 * MINUTE);
  await increment('c');
  await stop();
  const level = new Level(folder);
  const keys = await level.keys({ gte: 'token~', lt: 'token~\xff' }).all();
  await level.close();
  expect(keys).toEqual([expect.stringMatching(/~c$/)]);
  await start();
});

it('is the same for the same attributes in another order', async () => {
  const put = (Item: object) =>
    client.send(
      new TransactWriteCommand({
        ClientRequestToken: 'a',
        TransactItems: [{ Put: { TableName, Item: { ...Item, ...Key } } }],
      }),
    );
  await put({ a: 1, b: { c: 1, d: 2 } });
  await put({ b: { d: 2, c: 1 }, a: 1 });
  await expect(put({ a: 1, b: { c: 1, d: 3 } })).rejects.toThrow('other content');
});
