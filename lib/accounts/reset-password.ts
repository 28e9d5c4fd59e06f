import * as z from 'zod/mini';
import { JWT_EXAMPLE } from '../auth/jwt.ts';
import { hashPassword } from '../auth/passwords.ts';
import { newSession } from '../auth/session.ts';
import { issueSessionToken } from '../auth/session-tokens.ts';
import { Rejection } from '../errors.ts';
import { queueNotice } from '../mail/queue.ts';
import { type Account, nextCredentialsVersion } from './account.ts';
import { changeAccount } from './change-account.ts';
import { sentCode, withCode } from './code.ts';
import { invalidToken, mailedToken, readMailedToken, requireFingerprint } from './mailed-link.ts';
import type { Client } from './network.ts';
import { nameFault, newPassword } from './new-password.ts';

export const passwordReset = z.object({ token: mailedToken, password: newPassword, code: sentCode }).check(
  z.meta({
    id: 'PasswordReset',
    examples: [{ token: JWT_EXAMPLE, password: 'a fair new passphrase' }],
  }),
);

/**
 * Sets a new password by a mailed token, ends all sessions, access tokens, share links and ownership offers, and starts a session. Throws
 * `invalid`, and as `withCode` does.
 */
export async function resetPassword(
  { token, password, code }: z.output<typeof passwordReset>,
  { network, userAgent }: Client,
) {
  const { mailed, account } = await readMailedToken(token, ['reset-password']);
  requireFingerprint(account, mailed);
  const fault = nameFault(password, account);
  if (fault !== undefined) throw new Rejection('invalid', { field: 'password', problem: fault });
  const { id: sessionId, session } = newSession(userAgent, network);
  const recovery_codes_left = await withCode(account, code, async (useCode) => {
    // A rejected code costs no hash.
    useCode(account);
    const password_hash = await hashPassword(password);
    const decide = (found: Account) => {
      requireFingerprint(found, mailed);
      // Whoever has read the mail has the address.
      return {
        ...useCode(found),
        email_verified: true,
        links_epoch: nextCredentialsVersion(found),
        password_hash,
        sessions: { [sessionId]: session },
        tokens: {},
      };
    };
    return changeAccount(account, decide, invalidToken);
  });
  const accountId = account.account_id;
  await queueNotice({ kind: 'password_changed', account_id: accountId });
  return {
    accountId,
    token: await issueSessionToken({ accountId, sessionId }, session.e),
    recovery_codes_left,
  };
}
