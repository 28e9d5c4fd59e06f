import { randomUUID } from 'node:crypto';
import * as z from 'zod/mini';
import { hashPassword, passwordMatches } from '../auth/passwords.ts';
import { issueToken } from '../auth/tokens.ts';
import { emailOf } from './account.ts';
import {
  countFailedLogin,
  countSignup,
  createAccount,
  forgetFailedLogins,
  getAccount,
} from './account-repository.ts';
import type { Credentials } from './credentials.ts';
import type { Registration } from './registration.ts';

/** A token as an answer shows it. */
export const shownToken = z
  .string()
  .check(z.meta({ examples: ['eyJhbGciOiJIUzI1NiJ9.eyJzdWIiOiJ4In0.c2ln'] }));

/** The id of the new account, `undefined` where its e-mail address is taken. Throws `TooManyTriesError`. */
export async function register(
  { password, ...person }: Registration,
  network: string,
): Promise<string | undefined> {
  await countSignup(network);
  const accountId = randomUUID();
  const account = { ...person, account_id: accountId, password_hash: await hashPassword(password) };
  return (await createAccount(account)) ? accountId : undefined;
}

/**
 * The id of the account that has these credentials, `undefined` where none has, after the same work. Throws
 * `TooManyTriesError`.
 */
export async function authenticate({ username, password }: Credentials): Promise<string | undefined> {
  const email = emailOf(username);
  // What is no address has no account, and may be longer than a key can be.
  if (email === undefined) {
    await passwordMatches(password, undefined);
    return undefined;
  }
  const { account, hasFailedLogins } = await getAccount(email);
  const matches = await passwordMatches(password, account?.password_hash);
  if (!matches) await countFailedLogin(email);
  else if (hasFailedLogins) await forgetFailedLogins(email);
  return matches ? account?.account_id : undefined;
}

/** What is answered to who is signed in. */
export const signedIn = async (accountId: string) => ({
  accountId,
  body: { token: await issueToken(accountId) },
});
