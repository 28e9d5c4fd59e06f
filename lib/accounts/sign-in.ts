import { randomUUID } from 'node:crypto';
import * as z from 'zod/mini';
import { hashPassword, passwordMatches } from '../auth/passwords.ts';
import { issueToken } from '../auth/tokens.ts';
import { readConfig } from '../config.ts';
import { clearAttempts, requireBelowLimit, uncountAttempt } from '../dynamodb/rate-limit.ts';
import { emailOf } from './account.ts';
import { countSignup, createAccount, getAccount } from './account-repository.ts';
import type { Credentials } from './credentials.ts';
import { countFailedLogin, countLogin, countNetworkLogin } from './login-limits.ts';
import type { Registration } from './registration.ts';

/** Schema of a token in a response. */
export const tokenResponse = z
  .string()
  .check(z.meta({ examples: ['eyJhbGciOiJIUzI1NiJ9.eyJzdWIiOiJ4In0.c2ln'] }));

interface SignedIn {
  accountId: string;
  token: string;
}

const signedIn = async (accountId: string): Promise<SignedIn> => ({
  accountId,
  token: await issueToken(accountId),
});

/** Creates an account and returns its first token, or `undefined` if the e-mail address is taken. Throws `RateLimitError`. */
export async function register(
  { password, ...person }: Registration,
  network: string,
): Promise<SignedIn | undefined> {
  await countSignup(network);
  const accountId = randomUUID();
  const account = { ...person, account_id: accountId, password_hash: await hashPassword(password) };
  return (await createAccount(account)) === 'done' ? signedIn(accountId) : undefined;
}

/**
 * Returns a token of the account with these credentials, or `undefined`. Both take the same time. Throws
 * `RateLimitError`.
 */
export async function signIn(
  { username, password }: Credentials,
  network: string,
): Promise<SignedIn | undefined> {
  const email = emailOf(username);
  // Text that isn't an e-mail address has no account, and may be too long for a key.
  const found = email === undefined ? undefined : await admit(email, network);
  // After the limits of the address, so that a client that retries at one of them doesn't use up its network's.
  const networkLogin = await countNetworkLogin(network);
  const matches = await passwordMatches(password, found?.account?.password_hash);
  if (found?.account && matches) {
    await Promise.all([clearAttempts(found.login), uncountAttempt(networkLogin)]);
    return signedIn(found.account.account_id);
  }
  if (email !== undefined) await countFailedLogin(email);
  return undefined;
}

/** Counts a login to an e-mail address and gets its account. Throws `RateLimitError`. */
async function admit(email: string, network: string) {
  const [login, { account, failedLogins }] = await Promise.all([
    countLogin(email, network),
    getAccount(email),
  ]);
  requireBelowLimit(failedLogins, readConfig().emailLoginLimit);
  return { login, account };
}
