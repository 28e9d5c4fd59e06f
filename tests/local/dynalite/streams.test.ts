import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { DynamoDBClient } from '@aws-sdk/client-dynamodb';
import {
  DeleteCommand,
  DynamoDBDocumentClient,
  PutCommand,
  TransactWriteCommand,
  UpdateCommand,
} from '@aws-sdk/lib-dynamodb';
import { unmarshall } from '@aws-sdk/util-dynamodb';
import { afterAll, afterEach, beforeEach, describe, expect, it } from 'vitest';
import { startDatabase } from '../../../local/dynalite/database.js';
import { type Invoke, TableStream } from '../../../local/table-stream.js';
import { tableDefinition } from '../../../resources/definitions.ts';
import { startDynoxide } from '../../support/emulators.ts';
import { newTable } from '../../support/new-table.ts';

const dynoxide = await startDynoxide();
afterAll(dynoxide.stop);

let tables = 0;
let TableName: string;
let folder: string;
beforeEach(async () => {
  tables += 1;
  TableName = `events-${tables}`;
  folder = await mkdtemp(join(tmpdir(), 'event-budget-'));
});
afterEach(() => rm(folder, { recursive: true }));

type Delivered = [before: number | undefined, after: number | undefined];

const figureIn = (image: unknown): number | undefined =>
  image === undefined ? undefined : unmarshall(image as never)['head_id'];

/** Delivers all writes, and returns the figure in each item before and after. */
async function delivered(
  stream: TableStream,
  answer: Awaited<ReturnType<Invoke>> = { batchItemFailures: [] },
) {
  const all: Delivered[] = [];
  const invoke: Invoke = async ({ Records }) => {
    for (const { dynamodb } of Records)
      all.push([figureIn(dynamodb['OldImage']), figureIn(dynamodb['NewImage'])]);
    return answer;
  };
  while (!(await stream.deliver(invoke)).isEmpty) if (answer?.batchItemFailures?.length !== 0) break;
  return all;
}

/** A table with a stream, and a client for it. */
async function streamedTable(endpoint: string) {
  const stream = new TableStream(TableName, endpoint);
  await stream.open();
  return { stream, client: DynamoDBDocumentClient.from(new DynamoDBClient({ endpoint })) };
}

const item = (SK: string, head_id: number) => ({ TableName, Item: { PK: 'a', SK, head_id } });
const put = (SK: string, head_id: number) => new PutCommand(item(SK, head_id));

describe.each([
  ['dynalite', () => startDatabase()],
  ['dynalite on disk', () => startDatabase(folder)],
  ['dynoxide', async () => ({ ...dynoxide, stop: async () => undefined })],
])('the stream of a table in %s', (_, start) => {
  it('has each write of an event with its item before and after, also of a transaction', async () => {
    const { endpoint, stop } = await start();
    await newTable(endpoint, TableName, tableDefinition);
    const { stream, client } = await streamedTable(endpoint);
    const Key = { PK: 'a', SK: 'EVENT#1' };
    await client.send(put('EVENT#1', 1));
    await client.send(put('OTHER#1', 7));
    await client.send(
      new UpdateCommand({
        ...{ TableName, Key, UpdateExpression: 'SET head_id = :two' },
        ExpressionAttributeValues: { ':two': 2 },
      }),
    );
    expect(await delivered(stream)).toEqual([
      [undefined, 1],
      [1, 2],
    ]);
    await client.send(
      new TransactWriteCommand({ TransactItems: [{ Put: item('EVENT#1', 3) }, { Put: item('OTHER#2', 3) }] }),
    );
    await client.send(new DeleteCommand({ TableName, Key }));
    await client.send(new DeleteCommand({ TableName, Key }));
    expect(await delivered(stream)).toEqual([
      [2, 3],
      [3, undefined],
    ]);
    expect(await delivered(stream)).toEqual([]);
    await stop();
  });

  it('has the writes of an item in their order, of many at once', async () => {
    const { endpoint, stop } = await start();
    await newTable(endpoint, TableName, tableDefinition);
    const { stream, client } = await streamedTable(endpoint);
    await Promise.all(Array.from({ length: 250 }, (_, n) => client.send(put('EVENT#1', n + 1))));
    const all = await delivered(stream);
    expect(all).toHaveLength(250);
    for (const [n, [before]] of all.entries()) expect(before).toBe(all[n - 1]?.[1]);
    await stop();
  });

  it('is delivered again where the function fails', async () => {
    const { endpoint, stop } = await start();
    await newTable(endpoint, TableName, tableDefinition);
    const { stream, client } = await streamedTable(endpoint);
    for (const n of [1, 2, 3]) await client.send(put('EVENT#1', n));
    expect(await delivered(stream, {})).toHaveLength(3);
    const second: Invoke = async ({ Records }) => ({
      batchItemFailures: [{ itemIdentifier: String(Records[1]?.dynamodb.SequenceNumber) }],
    });
    expect(await stream.deliver(second)).toEqual({ isEmpty: false, hasFailed: true });
    stream.skip();
    expect(await delivered(stream)).toEqual([[2, 3]]);
    await stop();
  });
});

it('the writes that were not delivered are there after a restart, and no others', async () => {
  let database = await startDatabase(folder);
  await newTable(database.endpoint, TableName, tableDefinition);
  const before = await streamedTable(database.endpoint);
  await before.client.send(put('EVENT#1', 1));
  await delivered(before.stream);
  await before.client.send(put('EVENT#1', 2));
  await before.client.send(put('EVENT#1', 3));
  await database.stop();
  database = await startDatabase(folder);
  const { stream } = await streamedTable(database.endpoint);
  expect(await delivered(stream)).toEqual([
    [1, 2],
    [2, 3],
  ]);
  await database.stop();
});
