import * as z from 'zod/mini';
import { hasFingerprint } from '../auth/mailed-tokens.ts';
import { hashPassword } from '../auth/passwords.ts';
import { newSession } from '../auth/session.ts';
import { issueToken } from '../auth/access-tokens.ts';
import { InvalidFieldError } from '../errors.ts';
import { queueNotice } from '../mail/queue.ts';
import type { Client } from './client.ts';
import { invalidToken, mailedToken, readMailedToken, TOKEN_EXAMPLE } from './mailed-link.ts';
import { resetToPassword } from './mailed-updates.ts';
import { nameFault, personFields } from './sign-up.ts';
import type { SignedIn } from './log-in.ts';

/** The body of a reset. */
export const passwordReset = z.object({ token: mailedToken, password: personFields.shape.password }).check(
  z.meta({
    id: 'PasswordReset',
    examples: [{ token: TOKEN_EXAMPLE, password: 'a fair new passphrase' }],
  }),
);

/** Sets a new password by a mailed token, ends all sessions, and starts one. Throws `InvalidFieldError`. */
export async function resetPassword(
  { token, password }: z.output<typeof passwordReset>,
  { network, userAgent }: Client,
): Promise<SignedIn> {
  const { mailed, account } = await readMailedToken(token, ['reset-password']);
  if (!hasFingerprint(account, mailed.fingerprint)) throw invalidToken();
  const fault = nameFault({ ...account, password });
  if (fault !== undefined) throw new InvalidFieldError('password', fault);
  const session = newSession(userAgent, network);
  await resetToPassword(account, await hashPassword(password), session);
  const accountId = account.account_id;
  await queueNotice({ kind: 'password_changed', account_id: accountId });
  return { accountId, token: await issueToken({ accountId, sessionId: session.id }, session.session.e) };
}
