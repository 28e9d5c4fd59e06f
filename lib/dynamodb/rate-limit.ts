import * as z from 'zod/mini';
import type { RateLimit } from '../config.ts';
import { RateLimitError } from '../errors.ts';
import { Expression } from './expression.ts';
import type { PrimaryKey } from './keys.ts';
import { update } from './writes.ts';

/** A counter of attempts in one window. */
const counterItem = z.object({
  attempts: z.int(),
  /** End of the window in Unix time (seconds). DynamoDB deletes the item some time later. */
  expires_at: z.int(),
});

/** An attempt that was counted. */
export interface Attempt {
  key: PrimaryKey;
  /** Its window ends by then, and every later window ends after it. */
  latestEnd: number;
}

const now = (): number => Math.floor(Date.now() / 1_000);

/** Throws {@link RateLimitError} if a counter has reached its limit in the current window. */
export function requireBelowLimit(counter: unknown, limit: RateLimit): void {
  if (counter === undefined) return;
  const { attempts, expires_at } = counterItem.parse(counter);
  const secondsLeft = expires_at - now();
  if (secondsLeft > 0 && attempts >= limit.attempts) throw new RateLimitError(secondsLeft);
}

/**
 * Counts an attempt, and starts a new window if the last one has ended. Throws {@link RateLimitError} at the
 * limit.
 */
export async function countAttempt(key: PrimaryKey, limit: RateLimit): Promise<Attempt> {
  const start = now();
  const end = start + limit.windowSeconds;
  const counting = new Expression();
  const failure = await update(key, counting, {
    update: `SET attempts = if_not_exists(attempts, ${counting.value(0)}) + ${counting.value(1)}, expires_at = if_not_exists(expires_at, ${counting.value(end)})`,
    condition: `attribute_not_exists(PK) OR (expires_at > ${counting.value(start)} AND attempts < ${counting.value(limit.attempts)})`,
    returnItem: true,
  });
  if (!failure) return { key, latestEnd: end };
  requireBelowLimit(failure.item, limit);
  const opening = new Expression();
  const missed = await update(key, opening, {
    update: `SET attempts = ${opening.value(1)}, expires_at = ${opening.value(end)}`,
    condition: `expires_at <= ${opening.value(start)}`,
  });
  // Another request started the new window first.
  return missed ? countAttempt(key, limit) : { key, latestEnd: end };
}

/** Takes an attempt out of the count, unless its window has ended. */
export async function uncountAttempt({ key, latestEnd }: Attempt): Promise<void> {
  const expression = new Expression();
  await update(key, expression, {
    update: `SET attempts = attempts - ${expression.value(1)}`,
    condition: `expires_at <= ${expression.value(latestEnd)} AND attempts > ${expression.value(0)}`,
  });
}

/** Takes all attempts out of the count. */
export async function clearAttempts({ key }: Pick<Attempt, 'key'>): Promise<void> {
  const expression = new Expression();
  await update(key, expression, {
    update: `SET attempts = ${expression.value(0)}`,
    // An item that has expired would come back without its time to live.
    condition: 'attribute_exists(PK)',
  });
}
