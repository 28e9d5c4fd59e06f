import * as z from 'zod/mini';
import { RefusalError, RetryLaterError } from '../errors.ts';
import { problem } from '../problem.ts';
import type { Claim, Made } from './claim.ts';
import { claimOf, findMade, KeyClaimedError } from './claims.ts';

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

/**
 * Makes something once for each `Idempotency-Key`. Without a key, or in a dry run, it just calls `make`. `replayed` tells
 * whether an earlier request with the key made it.
 */
export async function makeOnce<Creation extends Made>(
  operation: string,
  accountId: string,
  { headers, path, ...input }: Input,
  make: (claim?: Claim) => Promise<Creation>,
): Promise<{ made: Creation | Made; replayed: boolean }> {
  const key = headers['idempotency-key'];
  if (key === undefined || input.query?.dry_run) return { made: await make(), replayed: false };
  const request = { accountId, operation, path, key, input };
  const before = await findMade(request);
  if (before) return { made: before, replayed: true };
  try {
    return { made: await make(claimOf(request)), replayed: false };
  } catch (error) {
    if (!(error instanceof RefusalError)) throw error;
    // Another request may have made it meanwhile, and then what it was made of may have changed.
    const made = await findMade(request);
    if (!made) throw error instanceof KeyClaimedError ? new RetryLaterError(error.message) : error;
    return { made, replayed: true };
  }
}
