import * as z from 'zod/mini';
import { hashPassword, passwordMatches } from '../auth/passwords.ts';
import type { SessionReference } from '../auth/session.ts';
import { clearAttempts } from '../dynamodb/rate-limit.ts';
import { InvalidFieldError, SessionEndedError } from '../errors.ts';
import { queueNotice } from '../mail/queue.ts';
import { problem } from '../problem.ts';
import { type Account, getAccount, setPassword } from './repository.ts';
import { currentPassword, wrongPassword } from './credentials.ts';
import { countPassword } from './limits.ts';
import { nameFault, personFields } from './sign-up.ts';

/** The body of a change of password. */
export const passwordChange = z
  .object({ password: currentPassword, new_password: personFields.shape.password })
  .check(
    z.meta({
      id: 'PasswordChange',
      examples: [{ password: 'correct horse', new_password: 'a fair new passphrase' }],
    }),
  );

/**
 * Returns the caller's account if the password is its own. Throws `WrongPasswordError` if not. Has a limit of its own for
 * each session, so that failed logins of others keep nobody out. Throws `RateLimitError` at the limit.
 */
export async function confirmPassword(
  { accountId, sessionId }: SessionReference,
  password: string,
): Promise<Account> {
  const account = await getAccount(accountId);
  // The session may have ended since it was checked.
  if (!account?.sessions[sessionId]) throw new SessionEndedError();
  const attempt = await countPassword(sessionId);
  if (!(await passwordMatches(password, account.password_hash))) throw wrongPassword();
  await clearAttempts(attempt);
  return account;
}

/** Changes the caller's password and ends all other sessions. Throws `InvalidFieldError`, and `SessionEndedError`. */
export async function changePassword(
  caller: SessionReference,
  { password, new_password }: z.output<typeof passwordChange>,
): Promise<void> {
  const account = await confirmPassword(caller, password);
  if (new_password === password)
    throw new InvalidFieldError('new_password', problem('duplicate', 'is the current password'));
  const fault = nameFault({ ...account, password: new_password });
  if (fault !== undefined) throw new InvalidFieldError('new_password', fault);
  // Another request may have changed the password since it was compared.
  await setPassword(caller, account, await hashPassword(new_password), wrongPassword);
  await queueNotice({ kind: 'password_changed', account_id: caller.accountId });
}
