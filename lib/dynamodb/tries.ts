import * as z from 'zod/mini';
import type { Limit } from '../config.ts';
import { TooManyTriesError } from '../errors.ts';
import type { Key } from './keys.ts';
import { itemMet, update } from './writes.ts';

const triesItem = z.object({
  tries: z.int(),
  /** The end of the window, in seconds since 1970. */
  expires_at: z.int(),
});

/** Tries of one kind in a window of time. DynamoDB removes them some time after its end. */
export type Tries = z.output<typeof triesItem>;

export const triesFromItem = (item: unknown): Tries => triesItem.parse(item);

const now = (): number => Math.floor(Date.now() / 1_000);

/** Throws {@link TooManyTriesError} where the window is open and has no try left. */
export function refuseBeyond(limit: Limit, { tries, expires_at }: Tries): void {
  const secondsLeft = expires_at - now();
  if (secondsLeft > 0 && tries >= limit.tries) throw new TooManyTriesError(secondsLeft);
}

/** Counts a try, in a new window where none is open. Throws {@link TooManyTriesError}. */
export async function countTry(key: Key, limit: Limit): Promise<void> {
  const window = { ':one': 1, ':now': now(), ':end': now() + limit.windowSeconds };
  const failure = await update(key, {
    UpdateExpression:
      'SET tries = if_not_exists(tries, :none) + :one, expires_at = if_not_exists(expires_at, :end)',
    ConditionExpression: 'attribute_not_exists(PK) OR (expires_at > :now AND tries < :limit)',
    ExpressionAttributeValues: { ...window, ':none': 0, ':limit': limit.tries },
    ReturnValuesOnConditionCheckFailure: 'ALL_OLD',
  });
  if (!failure) return;
  const met = await itemMet(failure, key);
  if (met) refuseBeyond(limit, triesFromItem(met));
  const missed = await update(key, {
    UpdateExpression: 'SET tries = :one, expires_at = :end',
    ConditionExpression: 'expires_at <= :now',
    ExpressionAttributeValues: window,
  });
  // Another one has opened the window meanwhile.
  if (missed) await countTry(key, limit);
}

/** Forgets the tries, unless there were too many meanwhile. Throws {@link TooManyTriesError}. */
export async function forgetTries(key: Key, limit: Limit): Promise<void> {
  const failure = await update(key, {
    UpdateExpression: 'SET tries = :none',
    ConditionExpression: 'expires_at <= :now OR tries < :limit',
    ExpressionAttributeValues: { ':none': 0, ':now': now(), ':limit': limit.tries },
    ReturnValuesOnConditionCheckFailure: 'ALL_OLD',
  });
  const met = failure && (await itemMet(failure, key));
  if (met) refuseBeyond(limit, triesFromItem(met));
}
