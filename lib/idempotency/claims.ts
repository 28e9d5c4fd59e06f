import { createHash } from 'node:crypto';
import * as z from 'zod/mini';
import { hmacOf, isHmacOf } from '../auth/hmac.ts';
import { Put } from '../dynamodb/changes.ts';
import { anyOf, isAbsent, isAtMost } from '../dynamodb/conditions.ts';
import { getItem } from '../dynamodb/items.ts';
import { claimKey } from '../dynamodb/keys.ts';
import { InvalidFieldError, RefusalError } from '../errors.ts';
import { DEFAULT_DIGITS, digits } from '../money/amount.ts';
import { problem } from '../problem.ts';
import type { Claim, Made } from './claim.ts';

/** How long a key is remembered. */
const CLAIM_SECONDS = 86_400;

/** A request that has an `Idempotency-Key`. */
interface KeyedRequest {
  accountId: string;
  /** Such as `eventsCreate`. */
  operation: string;
  path: unknown;
  key: string;
  /** The checked input. */
  input: unknown;
}

/** What was made under a key. It is stored by the transaction that makes it. */
const claimItem = z.object({
  made_id: z.int(),
  /** An HMAC of the input. */
  fingerprint: z.string(),
  digits: z.optional(digits),
  guests: z.optional(z.int()),
  /** Unix time in seconds. DynamoDB deletes the item some time later. */
  expires_at: z.int(),
});

const PATHS = Object.keys(claimItem.shape).map((name) => [name]);

export const keyReused = () =>
  new InvalidFieldError('Idempotency-Key', problem('reused', 'was sent before with other input'));

/** Another request with the same key was faster. */
export class KeyClaimedError extends RefusalError {
  override name = 'KeyClaimedError';
}

const now = (): number => Math.floor(Date.now() / 1_000);

const keyOf = ({ accountId, operation, path, key }: KeyedRequest) => {
  const text = JSON.stringify([operation, path, key]);
  return claimKey(accountId, createHash('sha256').update(text).digest('base64url'));
};

/** What was made under the request's key. Throws {@link InvalidFieldError} if that was of other input. */
export async function findMade(request: KeyedRequest): Promise<Made | undefined> {
  // Only what a role that isn't allowed to see events may read.
  const item = await getItem(keyOf(request), PATHS);
  const claim = item && claimItem.parse(item);
  if (!claim || claim.expires_at <= now()) return undefined;
  if (!isHmacOf(claim.fingerprint, 'idempotency', JSON.stringify(request.input))) throw keyReused();
  return { id: claim.made_id, digits: claim.digits, guests: claim.guests };
}

/** What stores a request's claim with what it makes. */
export const claimOf =
  (request: KeyedRequest): Claim =>
  ({ id, digits = DEFAULT_DIGITS, guests }) =>
    new Put(keyOf(request), {
      made_id: id,
      fingerprint: hmacOf('idempotency', JSON.stringify(request.input)),
      expires_at: now() + CLAIM_SECONDS,
      ...(digits !== DEFAULT_DIGITS && { digits }),
      ...(guests !== undefined && { guests }),
    }).require(anyOf(isAbsent(['PK']), isAtMost(['expires_at'], now())), () => new KeyClaimedError());
