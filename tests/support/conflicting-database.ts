import { setTimeout } from 'node:timers/promises';
import * as z from 'zod/mini';
import { conflictOf } from './database-errors.ts';
import type { DatabaseRequest } from './database-proxy.ts';
import { proxiedDatabase } from './proxied-database.ts';
import { randomFrom } from './random.ts';

/** DynamoDB goes on refusing writes for some time after a transaction was answered. */
const HELD_AFTER_MS = 10;
/** How long a request takes, at most. */
const LATENCY_MS = 10;

const key = z.object({ PK: z.object({ S: z.string() }), SK: z.object({ S: z.string() }) });
const action = z.object({ Key: z.optional(key), Item: z.optional(key) });
const actions = z.object({ TransactItems: z.array(z.record(z.string(), action)) });

/** The keys of the items that a request writes or checks, in its order. */
function keysOf({ operation, body }: DatabaseRequest): string[] {
  const input: unknown = JSON.parse(body);
  const all =
    operation === 'TransactWriteItems'
      ? actions.parse(input).TransactItems.flatMap((each) => Object.values(each))
      : /^(?:Put|Update|Delete)Item$/.test(operation)
        ? [action.parse(input)]
        : [];
  return all.flatMap(({ Key, Item }) => Key ?? Item ?? []).map(({ PK, SK }) => `${PK.S} ${SK.S}`);
}

/**
 * Puts a proxy in front of the database of a test file, with the write conflicts that DynamoDB has and no emulator makes: a
 * transaction is cancelled that meets another one or a write of one of its items, and a write is refused that meets a
 * transaction.
 */
export async function conflictingDatabase(seed: number): Promise<{ conflicts: number }> {
  const random = randomFrom(seed);
  const underWay = new Set<{ isTransaction: boolean; keys: string[] }>();
  const database = { conflicts: 0 };
  await proxiedDatabase(async (request) => {
    const write = { isTransaction: request.operation === 'TransactWriteItems', keys: keysOf(request) };
    const met = write.keys.map((each) =>
      [...underWay].some(
        ({ isTransaction, keys }) => (isTransaction || write.isTransaction) && keys.includes(each),
      ),
    );
    const isRefused = met.includes(true);
    if (!isRefused) underWay.add(write);
    await setTimeout(random() * LATENCY_MS);
    if (isRefused) {
      database.conflicts += 1;
      return conflictOf(request, (place) => met[place] ?? false);
    }
    const answer = await request.execute();
    const leaving = setTimeout(write.isTransaction ? HELD_AFTER_MS : 0);
    leaving.then(() => underWay.delete(write));
    return answer;
  });
  return database;
}
