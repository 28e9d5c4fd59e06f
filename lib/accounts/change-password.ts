import * as z from 'zod/mini';
import { hashPassword } from '../auth/passwords.ts';
import type { SessionReference } from '../auth/session.ts';
import { Rejection } from '../errors.ts';
import { queueNotice } from '../mail/queue.ts';
import { problem } from '../problem.ts';
import { flag } from '../schema.ts';
import { nextCredentialsVersion } from './account.ts';
import { changeConfirmed, currentPassword, requirePassword } from './check-password.ts';
import { sentCode, type UseCode, withCode } from './code.ts';
import { nameFault, newPassword } from './new-password.ts';

export const passwordChange = z
  .object({
    password: currentPassword,
    new_password: newPassword,
    code: sentCode,
    end_tokens: z.optional(flag).check(z.meta({ description: '`true` also ends all access tokens' })),
  })
  .check(
    z.meta({
      id: 'PasswordChange',
      examples: [{ password: 'correct horse', new_password: 'a fair new passphrase' }],
    }),
  );

/**
 * Changes the caller's password, and ends all other sessions, all share links and all ownership offers. Throws
 * `invalid`, and as `requirePassword` and `withCode` do.
 */
export async function changePassword(
  caller: SessionReference,
  { password, new_password, code, end_tokens }: z.output<typeof passwordChange>,
): Promise<void> {
  const account = await requirePassword(caller, password);
  if (new_password === password)
    throw new Rejection('invalid', {
      field: 'new_password',
      problem: problem('duplicate', 'must differ from the current password'),
    });
  const fault = nameFault(new_password, account);
  if (fault !== undefined) throw new Rejection('invalid', { field: 'new_password', problem: fault });
  const change = async (useCode: UseCode) => {
    // A rejected code costs no hash.
    useCode(account);
    const password_hash = await hashPassword(new_password);
    await changeConfirmed(caller, account, (found, session) => ({
      ...useCode(found),
      links_epoch: nextCredentialsVersion(found),
      password_hash,
      sessions: { [caller.sessionId]: session },
      tokens: end_tokens ? {} : found.tokens,
    }));
  };
  await withCode(account, code, change, caller);
  await queueNotice({ kind: 'password_changed', account_id: caller.accountId });
}
