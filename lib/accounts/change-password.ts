import * as z from 'zod/mini';
import { hashPassword } from '../auth/passwords.ts';
import type { SessionReference } from '../auth/sessions.ts';
import { InvalidFieldError, SessionEndedError, WrongPasswordError } from '../errors.ts';
import { queueNotice } from '../mail/queue.ts';
import type { Client } from '../network.ts';
import { problem } from '../problem.ts';
import { type Account, getAccount, setPassword } from './account-repository.ts';
import { currentPassword } from './credentials.ts';
import { checkPassword } from './password-check.ts';
import { nameFault, personFields } from './registration.ts';

/** The body of a change of password. */
export const passwordChange = z
  .object({ password: currentPassword, new_password: personFields.shape.password })
  .check(
    z.meta({
      id: 'PasswordChange',
      examples: [{ password: 'correct horse', new_password: 'a fair new passphrase' }],
    }),
  );

export const wrongPassword = () => new WrongPasswordError('password', problem('wrong', 'is wrong'));

/**
 * Returns the caller's account if the password is its own. Throws `WrongPasswordError` if not. Counts as a login, and
 * throws `RateLimitError` as that does.
 */
export async function confirmPassword(
  { accountId, sessionId }: SessionReference,
  password: string,
  { network }: Client,
): Promise<Account> {
  const account = await getAccount(accountId);
  // The session may have ended since it was checked.
  if (!account?.sessions[sessionId]) throw new SessionEndedError();
  const find = async () => account;
  const confirmed = await checkPassword({ password, email: account.email, network, find });
  if (!confirmed) throw wrongPassword();
  return confirmed;
}

/** Changes the caller's password and ends all other sessions. Throws `InvalidFieldError`, and `SessionEndedError`. */
export async function changePassword(
  caller: SessionReference,
  { password, new_password }: z.output<typeof passwordChange>,
  client: Client,
): Promise<void> {
  const account = await confirmPassword(caller, password, client);
  const fault = nameFault({ ...account, password: new_password });
  if (fault !== undefined) throw new InvalidFieldError('new_password', fault);
  // Another request may have changed the password since it was compared.
  await setPassword(caller, account, await hashPassword(new_password), wrongPassword);
  await queueNotice({ kind: 'password_changed', account_id: caller.accountId });
}
