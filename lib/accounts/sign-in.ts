import { randomUUID } from 'node:crypto';
import * as z from 'zod/mini';
import { hashPassword, passwordMatches } from '../auth/passwords.ts';
import { emailOf } from './account.ts';
import {
  countFailedLogin,
  countSignup,
  createAccount,
  getAccount,
  resetFailedLogins,
} from './account-repository.ts';
import type { Credentials } from './credentials.ts';
import type { Registration } from './registration.ts';

/** Schema of a token in a response. */
export const tokenResponse = z
  .string()
  .check(z.meta({ examples: ['eyJhbGciOiJIUzI1NiJ9.eyJzdWIiOiJ4In0.c2ln'] }));

/** Creates an account and returns its id, or `undefined` if the e-mail address is taken. Throws `RateLimitError`. */
export async function register(
  { password, ...person }: Registration,
  network: string,
): Promise<string | undefined> {
  await countSignup(network);
  const accountId = randomUUID();
  const account = { ...person, account_id: accountId, password_hash: await hashPassword(password) };
  return (await createAccount(account)) === 'done' ? accountId : undefined;
}

/**
 * Returns the id of the account with these credentials, or `undefined`. Both take the same time. Throws
 * `RateLimitError`.
 */
export async function signIn({ username, password }: Credentials): Promise<string | undefined> {
  const email = emailOf(username);
  // Text that isn't an e-mail address has no account, and may be too long for a key.
  if (email === undefined) {
    await passwordMatches(password, undefined);
    return undefined;
  }
  const { account, hasFailedLogins } = await getAccount(email);
  const matches = await passwordMatches(password, account?.password_hash);
  if (!matches) await countFailedLogin(email);
  else if (hasFailedLogins) await resetFailedLogins(email);
  return matches ? account?.account_id : undefined;
}
