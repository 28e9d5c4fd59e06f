import { randomUUID } from 'node:crypto';
import * as z from 'zod/mini';
import { hashPassword, passwordMatches } from '../auth/passwords.ts';
import { emailOf } from './account.ts';
import { createAccount, getAccount } from './account-repository.ts';
import type { Credentials } from './credentials.ts';
import type { Registration } from './registration.ts';

/** A token as an answer shows it. */
export const shownToken = z
  .string()
  .check(z.meta({ examples: ['eyJhbGciOiJIUzI1NiJ9.eyJzdWIiOiJ4In0.c2ln'] }));

/** The id of the new account, `undefined` where its e-mail address is taken. */
export async function register({ password, ...person }: Registration): Promise<string | undefined> {
  const accountId = randomUUID();
  const account = { ...person, account_id: accountId, password_hash: await hashPassword(password) };
  return (await createAccount(account)) ? accountId : undefined;
}

/** The id of the account that has these credentials, `undefined` where none has, after the same work. */
export async function authenticate({ username, password }: Credentials): Promise<string | undefined> {
  // What is no address has no account, and may be longer than a key can be.
  const email = emailOf(username);
  const account = email === undefined ? undefined : await getAccount(email);
  return (await passwordMatches(password, account?.password_hash)) ? account?.account_id : undefined;
}
