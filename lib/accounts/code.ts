import * as z from 'zod/mini';
import { afterUse, isOfApp, plainCode } from '../auth/codes.ts';
import { noteFactor } from '../aws/call.ts';
import { ifAvailable } from '../dynamodb/items.ts';
import { type Attempt, uncountAttempt } from '../dynamodb/rate-limit.ts';
import { Rejection, wrongCode } from '../errors.ts';
import { queueNotice } from '../mail/queue.ts';
import { problem } from '../problem.ts';
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
export const CODE_REJECTIONS = [
  () => new Rejection('missing_code'),
  () => new Rejection('wrong_code', wrongCode(false)),
  () => new Rejection('wrong_code', wrongCode(true)),
];

const appCodeNeeded = (reason: 'missing_code' | 'wrong_code', details = {}) => {
  const code = reason === 'missing_code' ? 'second_factor' : 'wrong';
  const text = problem(code, 'Enter the code from your authenticator app.');
  return new Rejection(reason, { field: 'code', problem: text }, details);
};

/** Those of a call that takes no recovery code. */
export const APP_CODE_REJECTIONS = [
  () => appCodeNeeded('missing_code'),
  () => appCodeNeeded('wrong_code'),
  () => new Rejection('wrong_code', wrongCode(true)),
];

/** Uses up the code in an account. Throws `missing_code` and `wrong_code`. */
export type UseCode = (found: Account) => Account;

/** A code of the app has to be counted before it is judged. */
class UncountedCodeError extends Error {}

interface Sender {
  /** Unless it was sent with a login or a reset. */
  sessionId?: string;
  takesOnlyApp?: boolean;
}

/**
 * Makes a change of an account that needs a code if the account has a second factor. The change judges the code in each
 * account that it decides on, so that no code works twice. A code of the app is counted before it is judged, and stays counted
 * only if it was wrong. Returns how many recovery codes are left if one was used. Throws `missing_code`, `wrong_code`, `too_many`,
 * and what the change throws.
 */
export async function withCode(
  { account_id, email }: Account,
  sent: unknown,
  change: (useCode: UseCode) => Promise<unknown>,
  { sessionId, takesOnlyApp = false }: Sender = {},
): Promise<number | undefined> {
  const code = codeIn(sent);
  const isApps = code !== undefined && isOfApp(code);
  const emailHmac = hmacOfCounted(email);
  let [factorChanges, counted]: (number | undefined)[] = [];
  let attempts: Attempt[] = [];
  let used: Account['factor'];
  let isWrong = false;
  const useCode: UseCode = (found) => {
    used = undefined;
    if (!found.factor) return found;
    if (code === undefined) {
      noteFactor('missing');
      throw takesOnlyApp
        ? appCodeNeeded('missing_code', { emailHmac })
        : new Rejection('missing_code', [], { emailHmac });
    }
    if (takesOnlyApp && !isApps) throw appCodeNeeded('wrong_code', { emailHmac });
    factorChanges = found.factor_changes ?? 0;
    if (isApps && counted !== factorChanges) throw new UncountedCodeError();
    used = afterUse(found.factor, code);
    isWrong = !used;
    if (!used) throw new Rejection('wrong_code', wrongCode(isApps), { emailHmac });
    return { ...found, factor: used };
  };
  const countAndChange = async (error: unknown): Promise<unknown> => {
    if (!(error instanceof UncountedCodeError)) throw error;
    counted = factorChanges;
    attempts = await countCode(hmacOfCounted(account_id), counted ?? 0, sessionId);
    return change(useCode).catch(countAndChange);
  };
  try {
    await change(useCode).catch(countAndChange);
  } catch (error) {
    if (isWrong) await queueNotice({ kind: 'code_wrong', account_id });
    throw error;
  } finally {
    if (!isWrong) await Promise.all(attempts.map((attempt) => ifAvailable(uncountAttempt(attempt))));
  }
  if (!used) return undefined;
  noteFactor(isApps ? 'code' : 'recovery_code');
  if (isApps) return undefined;
  await queueNotice({ kind: 'recovery_code_used', account_id });
  return used.r.length;
}

/** Returns `undefined` without a code, and a wrong one for a value that is no text. */
function codeIn(sent: unknown): string | undefined {
  if (sent === undefined || sent === null) return undefined;
  return typeof sent === 'string' ? plainCode(sent) || undefined : 'NO TEXT';
}
