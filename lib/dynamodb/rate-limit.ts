import * as z from 'zod/mini';
import type { RateLimit } from '../config.ts';
import { RateLimitError } from '../errors.ts';
import { Expression } from './expression.ts';
import { update } from './items.ts';
import type { PrimaryKey } from './keys.ts';

/** A counter of attempts in one window. */
const counterItem = z.object({
  attempts: z.int(),
  /** End of the window in Unix time (seconds). DynamoDB deletes the item some time later. */
  expires_at: z.int(),
});

const now = (): number => Math.floor(Date.now() / 1_000);

/** Attempts counted in the current window. Throws {@link RateLimitError} at the limit. */
export function attemptsInWindow(item: unknown, limit: RateLimit): number {
  if (item === undefined) return 0;
  const { attempts, expires_at } = counterItem.parse(item);
  const secondsLeft = expires_at - now();
  if (secondsLeft <= 0) return 0;
  if (attempts >= limit.attempts) throw new RateLimitError(secondsLeft);
  return attempts;
}

/**
 * Counts an attempt, and starts a new window if the last one has ended. Throws {@link RateLimitError} at the
 * limit.
 */
export async function countAttempt(key: PrimaryKey, limit: RateLimit): Promise<void> {
  const end = now() + limit.windowSeconds;
  const counting = new Expression();
  const failure = await update(key, counting, {
    update: `SET attempts = if_not_exists(attempts, ${counting.value(0)}) + ${counting.value(1)}, expires_at = if_not_exists(expires_at, ${counting.value(end)})`,
    condition: `attribute_not_exists(PK) OR (expires_at > ${counting.value(now())} AND attempts < ${counting.value(limit.attempts)})`,
    returnItem: true,
  });
  if (!failure) return;
  attemptsInWindow(failure.item, limit);
  const opening = new Expression();
  const missed = await update(key, opening, {
    update: `SET attempts = ${opening.value(1)}, expires_at = ${opening.value(end)}`,
    condition: `expires_at <= ${opening.value(now())}`,
  });
  // Another request started the new window first.
  if (missed) await countAttempt(key, limit);
}

/** Resets the counter. Throws {@link RateLimitError} if the limit was reached in the meantime. */
export async function resetAttempts(key: PrimaryKey, limit: RateLimit): Promise<void> {
  const expression = new Expression();
  const failure = await update(key, expression, {
    update: `SET attempts = ${expression.value(0)}`,
    condition: `expires_at <= ${expression.value(now())} OR attempts < ${expression.value(limit.attempts)}`,
    returnItem: true,
  });
  if (failure) attemptsInWindow(failure.item, limit);
}
