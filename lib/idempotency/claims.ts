import { createHash, randomUUID } from 'node:crypto';
import * as z from 'zod/mini';
import { DEFAULT_DIGITS, type Digits, digits } from '../amount.ts';
import { hmacOf, isHmacOf } from '../auth/hmac.ts';
import { Expression } from '../dynamodb/expression.ts';
import { claimKey, type PrimaryKey } from '../dynamodb/keys.ts';
import { Update } from '../dynamodb/update.ts';
import { put } from '../dynamodb/writes.ts';
import { InvalidFieldError } from '../errors.ts';
import { nextId } from '../id.ts';
import { problem } from '../problem.ts';
import { CLAIM_SECONDS, type ClaimedId } from './claimed-id.ts';

/** A request that has an `Idempotency-Key`. */
export interface KeyedRequest {
  accountId: string;
  /** Such as `eventsCreate`. */
  operation: string;
  path: unknown;
  key: string;
  /** The checked input. */
  input: unknown;
}

/** A claim as a request found or made it. */
export interface FoundClaim extends ClaimedId {
  item: PrimaryKey;
  isMade: boolean;
  /** Those of the amounts that were made. */
  digits?: Digits | undefined;
  /** Whether another request made the claim, and it wasn't refused. */
  isRepeat: boolean;
}

const claimItem = z.object({
  made_id: z.int(),
  mark: z.string(),
  fingerprint: z.string(),
  outcome: z.optional(z.enum(['made', 'refused'])),
  digits: z.optional(digits),
});

export const keyReused = () =>
  new InvalidFieldError('Idempotency-Key', problem('reused', 'was sent before with other input'));

const hashOf = ({ operation, path, key }: KeyedRequest): string =>
  createHash('sha256')
    .update(JSON.stringify([operation, path, key]))
    .digest('base64url');

/**
 * Claims an id under the request's key, or returns the existing claim. Replaces a claim that has expired, whose id is
 * taken, or that was refused for other input. Throws {@link InvalidFieldError} if the claim is of other input.
 */
export async function claimId(request: KeyedRequest, taken?: ClaimedId): Promise<FoundClaim> {
  const item = claimKey(request.accountId, hashOf(request));
  const input = JSON.stringify(request.input);
  const now = Math.floor(Date.now() / 1_000);
  const [id, mark, fingerprint] = [nextId(), randomUUID(), hmacOf('idempotency', input)];
  const claim = { made_id: id, mark, fingerprint, expires_at: now + CLAIM_SECONDS };
  const expression = new Expression();
  const condition = [
    'attribute_not_exists(PK)',
    `expires_at <= ${expression.value(now)}`,
    `(outcome = ${expression.value('refused')} AND fingerprint <> ${expression.value(fingerprint)})`,
    ...(taken ? [`mark = ${expression.value(taken.mark)}`] : []),
  ].join(' OR ');
  const failure = await put({ ...item, ...claim }, condition, expression);
  if (!failure) return { id, mark, item, isMade: false, isRepeat: false };
  const found = claimItem.parse(failure.item);
  if (!isHmacOf(found.fingerprint, 'idempotency', input)) throw keyReused();
  // If another request was faster, the claim is another one now.
  if (found.outcome === 'refused' && !(await takeBackRefusal(item, found.mark))) {
    return claimId(request, taken);
  }
  return {
    id: found.made_id,
    mark: found.mark,
    item,
    isMade: found.outcome === 'made',
    digits: found.digits,
    // A retry after a lost response finds its own claim.
    isRepeat: found.mark !== mark && found.outcome !== 'refused',
  };
}

/** From now on other input can't replace the claim, even if this request stops after its create. */
async function takeBackRefusal(item: PrimaryKey, mark: string): Promise<boolean> {
  const update = new Update(item).remove(['outcome']);
  return !(await update.ifEquals(['mark'], mark).ifEquals(['outcome'], 'refused').send());
}

/** Stores that the create was done, so that a repeat writes nothing, and what the repeat can't know. */
export async function markMade({ item, mark }: FoundClaim, digits: Digits = DEFAULT_DIGITS): Promise<void> {
  const update = new Update(item).set(['outcome'], 'made').ifEquals(['mark'], mark);
  if (digits !== DEFAULT_DIGITS) update.set(['digits'], digits);
  await update.send();
}

/** Stores that nothing was created, so that the key may be sent with other input. */
export async function markRefused({ item, mark }: FoundClaim): Promise<void> {
  // A concurrent repeat may have created it.
  await new Update(item).set(['outcome'], 'refused').ifEquals(['mark'], mark).ifAbsent(['outcome']).send();
}
