import * as z from 'zod/mini';
import type { RateLimit } from '../config/config.ts';
import { tooMany } from '../errors.ts';
import { nowInSeconds } from '../instant.ts';
import { allOf, anyOf, equals, exists, isAbove, isAbsent, isAtMost, isBelow, Update } from './changes.ts';
import { getItem } from './items.ts';
import type { PrimaryKey } from './keys.ts';
import { send } from './send.ts';

const ATTEMPTS = ['attempts'];
const ENDS = ['expires_at'];
const TAKEN_BY = ['taken_by'];

const counterItem = z.object({
  attempts: z.int(),
  /** End of the window in Unix time (seconds). DynamoDB deletes the item some time later. */
  expires_at: z.int(),
});

export interface Attempt {
  key: PrimaryKey;
  /** Its window ends by then, and every later window ends after it. */
  latestEnd: number;
}

/** Throws `too_many`. `counter` is an item, if there is one. */
export function requireBelowLimit(counter: unknown, limit: RateLimit): void {
  if (counter === undefined) return;
  const { attempts, expires_at } = counterItem.parse(counter);
  const secondsLeft = expires_at - nowInSeconds();
  if (secondsLeft > 0 && attempts >= limit.attempts) throw tooMany(secondsLeft);
}

/** Counts an attempt, as several if it costs so much. Throws `too_many` at the limit. */
export async function countAttempt(key: PrimaryKey, limit: RateLimit, count = 1): Promise<Attempt> {
  const start = nowInSeconds();
  const end = start + limit.windowSeconds;
  const hasRoom = allOf(isAbove(ENDS, start), isBelow(ATTEMPTS, limit.attempts));
  const counting = new Update(key)
    .require(anyOf(isAbsent(['PK']), hasRoom))
    .add(ATTEMPTS, count)
    .setIfAbsent(ENDS, end);
  const outcome = await send(counting);
  if (!outcome) return { key, latestEnd: end };
  requireBelowLimit(outcome.itemOf(counting), limit);
  const newWindow = new Update(key).require(isAtMost(ENDS, start)).set(ATTEMPTS, count).set(ENDS, end);
  const missed = await send(newWindow);
  // Another request started the new window first.
  return missed ? countAttempt(key, limit, count) : { key, latestEnd: end };
}

/** False in the window of another id. The same id may start it again, as a retry does. */
export async function takeWindow(key: PrimaryKey, id: number, windowSeconds: number): Promise<boolean> {
  const start = nowInSeconds();
  const taking = new Update(key)
    .require(anyOf(isAbsent(['PK']), isAtMost(ENDS, start), equals(TAKEN_BY, id)))
    .set(ATTEMPTS, 1)
    .set(TAKEN_BY, id)
    .set(ENDS, start + windowSeconds);
  return (await send(taking)) === undefined;
}

/** Reads all counters first, so that calls above a limit cost no writes. Throws `too_many` at the limit of any. */
export async function countAttempts(
  ...counters: { key: PrimaryKey; limit: RateLimit }[]
): Promise<Attempt[]> {
  await Promise.all(counters.map(async ({ key, limit }) => requireBelowLimit(await getItem(key), limit)));
  const counted: Attempt[] = [];
  for (const { key, limit } of counters) counted.push(await countAttempt(key, limit));
  return counted;
}

/** Does nothing once the attempt's window has ended. */
export async function uncountAttempt({ key, latestEnd }: Attempt): Promise<void> {
  await send(
    new Update(key).require(isAtMost(ENDS, latestEnd)).require(isAbove(ATTEMPTS, 0)).increase(ATTEMPTS, -1),
  );
}

export async function clearAttempts({ key }: Pick<Attempt, 'key'>): Promise<void> {
  // An item that has expired would come back without its time to live.
  await send(new Update(key).require(exists(['PK'])).set(ATTEMPTS, 0));
}
