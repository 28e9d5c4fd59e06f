import { type ChildProcess, fork } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { DynamoDBClient } from '@aws-sdk/client-dynamodb';
import {
  DynamoDBDocumentClient,
  PutCommand,
  QueryCommand,
  TransactWriteCommand,
  UpdateCommand,
} from '@aws-sdk/lib-dynamodb';
import { afterEach, beforeEach, expect, it } from 'vitest';
import * as z from 'zod/mini';
import { tableDefinition } from '../../../resources/definitions.ts';
import { newTable } from '../../support/new-table.ts';
import { historyLength, scaled } from '../../support/scale.ts';

/** The number of kills of each test. OPERATIONS overrides it. */
const KILLS = historyLength(scaled(100, 8));
/** The latest that a process is killed after a write began, in milliseconds. */
const LATEST = 3;
const TableName = 'events';
const PK = 'a';
const TEXT = 'x'.repeat(1000);

let folder: string;
let child: ChildProcess;
let client: DynamoDBDocumentClient;

async function start(): Promise<string> {
  child = fork('tests/local/dynalite/killed-database-process.ts', [folder]);
  const [message] = await once(child, 'message');
  const endpoint = String(message);
  client = DynamoDBDocumentClient.from(new DynamoDBClient({ endpoint, maxAttempts: 1 }));
  return endpoint;
}

async function stop(): Promise<void> {
  client.destroy();
  if (child.exitCode !== null || child.signalCode) return;
  child.kill('SIGKILL');
  await once(child, 'exit');
}

beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'event-budget-'));
  await newTable(await start(), TableName, tableDefinition);
});
afterEach(async () => {
  await stop();
  await rm(folder, { recursive: true });
});

/** Kills the database so long after this write began, and starts it again. Most kills come before the answer. */
async function killDuring(write: () => Promise<unknown>, delay: number): Promise<boolean> {
  child.send(delay);
  await once(child, 'message');
  const exit = once(child, 'exit');
  const answered = await write().then(
    () => true,
    () => false,
  );
  await exit;
  client.destroy();
  await start();
  return answered;
}

const items = z.array(z.object({ SK: z.string(), head_id: z.int(), head: z.string() }));

/** The items as the table has them, or an index. */
async function stored(IndexName?: string) {
  const KeyConditionExpression = 'PK = :partition';
  const { Items } = await client.send(
    new QueryCommand({
      ...{ TableName, KeyConditionExpression, ExpressionAttributeValues: { ':partition': PK } },
      ...(IndexName && { IndexName }),
    }),
  );
  return items.parse(Items).toSorted((a, b) => a.head_id - b.head_id);
}

const increment = (SK: string) => ({
  ...{ TableName, Key: { PK, SK }, UpdateExpression: 'ADD head_id :some SET head = :head' },
  ExpressionAttributeValues: { ':some': 1000, ':head': TEXT },
});

/** Puts this many items, of which each is as far from the first as its number says. */
async function putItems(number: number): Promise<void> {
  for (let n = 0; n < number; n += 1) {
    await client.send(new PutCommand({ TableName, Item: { PK, SK: `${n}`, head_id: n, head: '' } }));
  }
}

/** How far all items are. Fails if they are not equally far, or if their index entries differ. */
async function progress(number: number): Promise<number> {
  const inTable = await stored();
  const first = inTable[0]?.head_id ?? Number.NaN;
  expect(inTable.map(({ head_id }) => head_id - first)).toEqual(Array.from({ length: number }, (_, n) => n));
  expect(await stored('heads')).toEqual(inTable);
  return first / 1000;
}

type Found = Record<'answered' | 'done' | 'not done', number>;

/** Kills the database during this write of all items, again and again, and counts what was found after it. */
async function kill(
  number: number,
  write: (kill: number) => Promise<unknown>,
  check: (kill: number, before: number) => Promise<void> = async () => undefined,
): Promise<void> {
  const found: Found = { answered: 0, done: 0, 'not done': 0 };
  await putItems(number);
  for (let n = 0; n < KILLS; n += 1) {
    const before = await progress(number);
    // More of them early.
    const isAnswered = await killDuring(() => write(n), LATEST * (n / KILLS) ** 2);
    const steps = (await progress(number)) - before;
    expect(isAnswered ? [1] : [0, 1]).toContain(steps);
    found[isAnswered ? 'answered' : steps ? 'done' : 'not done'] += 1;
    await check(n, before);
  }
  if (process.env['OPERATIONS']) console.info(found);
}

const timeout = 60_000 + 2000 * KILLS;

it('leaves an item and its index entry equal', { timeout }, () =>
  kill(1, () => client.send(new UpdateCommand(increment('0')))),
);

it('leaves all of a transaction or nothing, and its token with it', { timeout }, async () => {
  const TransactItems = Array.from({ length: 100 }, (_, n) => ({ Update: increment(`${n}`) }));
  const write = (n: number) =>
    client.send(new TransactWriteCommand({ TransactItems, ClientRequestToken: `token-${n}` }));
  await kill(100, write, async (n, before) => {
    await write(n);
    expect(await progress(100)).toBe(before + 1);
  });
});
