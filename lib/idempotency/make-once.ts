import * as z from 'zod/mini';
import { RefusalError, RetryLaterError } from '../errors.ts';
import { problem } from '../problem.ts';
import type { Idempotency, Made } from './claim.ts';
import { claimOf, findMade, KeyClaimedError } from './claims.ts';

const keyHeader = z.object({
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

/** For a contract. A key is remembered with its operation, so others may have the same. */
export const byKey =
  (operation: string): Idempotency =>
  ({ input, handle }) => ({
    input: { ...input, headers: z.object({ ...input.headers?.shape, ...keyHeader.shape }) },
    handle: async (parsed, caller, always) => {
      const { headers, path, ...rest } = parsed;
      const { 'idempotency-key': key } = keyHeader.parse(headers);
      if (key === undefined || caller === undefined) return handle(parsed, caller, always);
      const request = { accountId: caller.accountId, operation, path, key, input: rest };
      let isReplay = false;
      const find = async () => {
        const made = await findMade(request);
        isReplay = made !== undefined;
        return made;
      };
      const outcome = await handle(parsed, caller, (make) => makeOnce(() => make(claimOf(request)), find));
      if (!isReplay || outcome instanceof Error) return outcome;
      // The version may have changed since.
      const { etag: _, ...kept } = outcome.headers ?? {};
      return { ...outcome, headers: { ...kept, 'idempotency-replayed': 'true' } };
    },
  });

async function makeOnce<Creation extends Made>(
  make: () => Promise<Creation>,
  find: () => Promise<Made | undefined>,
): Promise<Creation | Made> {
  const before = await find();
  if (before) return before;
  try {
    return await make();
  } catch (error) {
    if (!(error instanceof RefusalError)) throw error;
    // Another request may have made it meanwhile, and then what it was made of may have changed.
    const made = await find();
    if (made) return made;
    throw error instanceof KeyClaimedError ? new RetryLaterError(error.message) : error;
  }
}
