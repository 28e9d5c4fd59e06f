import * as z from 'zod/mini';
import { hasEmailFingerprint, hasFingerprint } from '../auth/mailed-tokens.ts';
import { queueNotice } from '../mail/queue.ts';
import type { Account } from './account-repository.ts';
import { invalidToken, mailedToken, readMailedToken, TOKEN_EXAMPLE } from './mailed-token.ts';
import { setEmail, setVerified } from './mailed-updates.ts';

/** The body of a verification. */
export const emailVerification = z
  .object({ token: mailedToken })
  .check(z.meta({ id: 'EmailVerification', examples: [{ token: TOKEN_EXAMPLE }] }));

/**
 * Verifies an account's e-mail address by a mailed token, or changes it to the one that the token was mailed to. Throws
 * `InvalidFieldError`, and `ConflictError` if another account has that one by now.
 */
export async function verifyEmail(token: string): Promise<void> {
  const { mailed, account } = await readMailedToken(token, ['verify-email', 'change-email']);
  const { kind, fingerprint, email } = mailed;
  if (kind === 'change-email' && email !== undefined) return changeEmail(account, email, fingerprint);
  if (!hasEmailFingerprint(account.email, fingerprint)) throw invalidToken();
  await setVerified(account);
}

async function changeEmail(account: Account, email: string, fingerprint: string): Promise<void> {
  // The same token again, after it has done its work.
  if (account.email === email) return;
  if (!hasFingerprint(account, fingerprint)) throw invalidToken();
  if (await setEmail(account, email))
    await queueNotice({ kind: 'email_changed', account_id: account.account_id, old_email: account.email });
}
