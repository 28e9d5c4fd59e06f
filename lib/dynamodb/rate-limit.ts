import * as z from 'zod/mini';
import type { Limit } from '../config.ts';
import { TooManyTriesError } from '../errors.ts';
import type { Key } from './keys.ts';
import { itemMet, update } from './writes.ts';

/** Tries of one kind in a window of time. */
const triesItem = z.object({
  tries: z.int(),
  /** The end of the window, in seconds since 1970; DynamoDB removes the item some time after it. */
  expires_at: z.int(),
});

const now = (): number => Math.floor(Date.now() / 1_000);

/** The tries that an item counts in a window still open. Throws {@link TooManyTriesError} at the limit. */
export function triesSoFar(item: unknown, limit: Limit): number {
  if (item === undefined) return 0;
  const { tries, expires_at } = triesItem.parse(item);
  const secondsLeft = expires_at - now();
  if (secondsLeft <= 0) return 0;
  if (tries >= limit.tries) throw new TooManyTriesError(secondsLeft);
  return tries;
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
  triesSoFar(await itemMet(failure, key), limit);
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
  if (failure) triesSoFar(await itemMet(failure, key), limit);
}
