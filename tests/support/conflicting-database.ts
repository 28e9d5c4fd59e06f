import { setTimeout } from 'node:timers/promises';
import { conflictOf } from './database-errors.ts';
import { proxiedDatabase } from './proxied-database.ts';
import { randomFrom } from './random.ts';
import { keysIn } from './request-keys.ts';

/** DynamoDB goes on refusing writes for some time after a transaction was answered. */
const HELD_AFTER_MS = 10;
/** How long a request takes, at most. */
const LATENCY_MS = 10;

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
    const isOfOne = /^(?:Put|Update|Delete)Item$/.test(request.operation);
    const isTransaction = request.operation === 'TransactWriteItems';
    const named = isOfOne || isTransaction ? keysIn(JSON.parse(request.body)) : [];
    const write = { isTransaction, keys: named.map(({ PK, SK }) => `${PK} ${SK}`) };
    const met = write.keys.map((each) =>
      [...underWay].some(
        ({ isTransaction, keys }) => (isTransaction || write.isTransaction) && keys.includes(each),
      ),
    );
    const isRejected = met.includes(true);
    if (!isRejected) underWay.add(write);
    await setTimeout(random() * LATENCY_MS);
    if (isRejected) {
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
