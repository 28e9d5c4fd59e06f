import * as z from 'zod/mini';
import { afterUse, isOfApp, plainCode } from '../auth/codes.ts';
import { type Attempt, uncountAttempt } from '../dynamodb/rate-limit.ts';
import { isRejection, Rejection } from '../errors.ts';
import { queueNotice } from '../mail/queue.ts';
import type { Account } from './account.ts';
import { countCode, hmacOfCounted } from './limits.ts';

/** A code in a request. Without a second factor it is ignored, whatever it is. */
export const sentCode = z.optional(z.unknown()).check(
  z.meta({
    description:
      'A code of the authenticator app (six digits), or a recovery code. Required if the account has a second factor, and ignored otherwise. Spaces and hyphens in it are ignored',
    override: ({ jsonSchema }) => {
      jsonSchema.type = ['string', 'null'];
    },
  }),
);

/** Rejections that a 403 may report. */
export const CODE_REJECTIONS = [() => new Rejection('missing_code'), () => new Rejection('wrong_code')];

/** Uses up the code in an account. Throws `missing_code` and `wrong_code`. */
type UseCode = (found: Account) => Account;

/** A code of the app has to be counted before it is judged. */
class UncountedCodeError extends Error {}

/**
 * Makes a change of an account that needs a code if the account has a second factor. The change judges the code in each
 * account that it decides on, so that no code works twice. A code of the app is counted before it is judged, and no longer
 * if it was right. Throws `missing_code`, `wrong_code`, `too_many`, and what the change throws.
 */
export async function withCode<Result>(
  { account_id, email }: Account,
  sent: unknown,
  change: (useCode: UseCode) => Promise<Result>,
): Promise<Result> {
  const code = codeIn(sent);
  let attempts: Attempt[] | undefined;
  const useCode: UseCode = (found) => {
    if (!found.factor) return found;
    if (code === undefined) throw new Rejection('missing_code');
    if (isOfApp(code) && !attempts) throw new UncountedCodeError();
    const factor = afterUse(found.factor, code);
    if (!factor) throw new Rejection('wrong_code', [], { emailHmac: hmacOfCounted(email) });
    return { ...found, factor };
  };
  const countAndChange = async (error: unknown) => {
    if (!(error instanceof UncountedCodeError)) throw error;
    attempts = await countCode(account_id);
    return change(useCode);
  };
  const tellOwner = async (error: unknown) => {
    if (isRejection(error, 'wrong_code')) await queueNotice({ kind: 'code_wrong', account_id });
    throw error;
  };
  const result = await change(useCode).catch(countAndChange).catch(tellOwner);
  await Promise.all((attempts ?? []).map(uncountAttempt));
  return result;
}

/** Returns `undefined` without a code, and a wrong one for a value that is no text. */
function codeIn(sent: unknown): string | undefined {
  if (sent === undefined || sent === null) return undefined;
  return typeof sent === 'string' ? plainCode(sent) || undefined : 'NO TEXT';
}
