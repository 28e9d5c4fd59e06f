import * as z from 'zod/mini';
import type { Digits } from '../amount.ts';
import { IdTakenError, InvalidFieldsError, LimitExceededError } from '../errors.ts';
import { problem } from '../problem.ts';
import type { ClaimedId } from './claimed-id.ts';
import { claimId, type KeyedRequest, markMade, markRefused } from './claims.ts';

/** Headers of a create. */
export const idempotencyKey = z.object({
  'idempotency-key': z.optional(
    z.string().check(
      z.regex(/^[!-~]{1,255}$/, {
        error: problem('invalid', 'must have 1 to 255 visible ASCII characters'),
      }),
      z.meta({
        description:
          'A unique value, such as a UUID. For 24 hours, the same request with the same key gets the first response again, ' +
          'and nothing is created twice',
      }),
    ),
  ),
});

/** The same with further headers. */
export const idempotencyKeyAnd = <Shape extends z.ZodMiniObject>(headers: Shape) =>
  z.extend(headers, idempotencyKey.shape);

interface Input {
  headers: z.output<typeof idempotencyKey>;
  path?: unknown;
  query?: { dry_run?: boolean | undefined };
}

/** Creates something, or returns why it can't. */
type Make<Outcome> = (claim?: ClaimedId) => Promise<Outcome>;

/** What was created, and the digits of its amounts if it has any. */
interface Creation {
  id: number;
  digits?: Digits | undefined;
}

interface Made<Outcome> {
  made: Outcome | Creation;
  /** Whether an earlier request with the same key claimed its id. */
  replayed: boolean;
}

/** Creates something once for each `Idempotency-Key`. Without a key, or in a dry run, it just calls `make`. */
export async function makeOnce<Outcome extends Partial<Creation> | string>(
  operation: string,
  accountId: string,
  { headers, path, ...input }: Input,
  make: Make<Outcome>,
): Promise<Made<Outcome>> {
  const key = headers['idempotency-key'];
  if (key === undefined || input.query?.dry_run) return { made: await make(), replayed: false };
  return makeUnderClaim({ accountId, operation, path, key, input }, make);
}

async function makeUnderClaim<Outcome extends Partial<Creation> | string>(
  request: KeyedRequest,
  make: Make<Outcome>,
  taken?: ClaimedId,
): Promise<Made<Outcome>> {
  const claim = await claimId(request, taken);
  if (claim.isMade) return { made: { id: claim.id, digits: claim.digits }, replayed: true };
  try {
    const made = await make(claim);
    await (typeof made === 'string' ? markRefused(claim) : markMade(claim, made.digits));
    return { made, replayed: claim.isRepeat };
  } catch (error) {
    if (error instanceof IdTakenError) return makeUnderClaim(request, make, claim);
    if (error instanceof LimitExceededError || error instanceof InvalidFieldsError) await markRefused(claim);
    throw error;
  }
}
