import * as z from 'zod/mini';
import { passwordMatches } from '../auth/passwords.ts';
import { isActive, isFrom, type Session, type SessionReference } from '../auth/session.ts';
import { clearAttempts, uncountAttempt } from '../dynamodb/rate-limit.ts';
import { Rejection } from '../errors.ts';
import { requiredText } from '../schema.ts';
import type { Account } from './account.ts';
import { changeAccount, requireSession, sessionEnded } from './change-account.ts';
import { normalizedPassword } from './fields.ts';
import {
  countFailedLogin,
  countLogin,
  countNetworkLogin,
  countSessionPassword,
  failedLoginsOf,
} from './limits.ts';
import { getAccount } from './repository.ts';

export const currentPassword = requiredText('Your current password').check(
  // The same normalization as when the password was chosen.
  z.overwrite(normalizedPassword),
  z.meta({ format: 'password' }),
);

/**
 * Returns the account of a session if the password is its own. Every session has its own limit, so that nobody can lock
 * out another person. Throws `wrong_password`, `unauthorized`, and `too_many`.
 */
export async function requirePassword(
  { accountId, sessionId }: SessionReference,
  password: string,
): Promise<Account> {
  const account = await getAccount(accountId);
  // The session may have ended since it was checked.
  if (!account?.sessions[sessionId]) throw sessionEnded();
  const attempt = await countSessionPassword(sessionId);
  if (!(await passwordMatches(password, account.password_hash))) throw new Rejection('wrong_password');
  await clearAttempts(attempt);
  return account;
}

/**
 * Changes the caller's account, whose password was compared. Throws `wrong_password` if another request has changed the
 * password since, and `unauthorized`.
 */
export const changeConfirmed = (
  caller: SessionReference,
  account: Account,
  decide: (found: Account, session: Session) => Account,
): Promise<boolean> =>
  changeAccount(
    account,
    (found) => {
      const session = requireSession(found, caller);
      if (found.password_hash !== account.password_hash) throw new Rejection('wrong_password');
      return decide(found, session);
    },
    sessionEnded,
  );

interface LoginAttempt {
  password: string;
  /** `undefined` if it can't be an e-mail address. */
  email: string | undefined;
  network: string;
  find: (email: string) => Promise<Account | undefined>;
}

/**
 * Returns the account of an e-mail address if the password is its own, or `undefined`. Takes the same requests and time
 * if there is no such account. Every check counts as a login before the password is compared. Throws `too_many`.
 */
export async function checkPassword({
  password,
  email,
  network,
  find,
}: LoginAttempt): Promise<Account | undefined> {
  const admitted = email === undefined ? undefined : await admit(email, network, find);
  // After the limits of the address, so that a client that retries at one of them doesn't use up its network's.
  const networkLogin = await countNetworkLogin(network);
  const matches = await passwordMatches(password, admitted?.account?.password_hash);
  if (admitted && matches) {
    await Promise.all([clearAttempts(admitted.login), uncountAttempt(networkLogin)]);
    return admitted.account;
  }
  if (email !== undefined) await countFailedLogin(email);
  return undefined;
}

async function admit(email: string, network: string, find: LoginAttempt['find']) {
  const [login, account, requireFewFailures] = await Promise.all([
    countLogin(email, network),
    find(email),
    failedLoginsOf(email),
  ]);
  // Failures elsewhere don't keep out a network from which the owner is logged in.
  if (!isLoggedInFrom(network, account)) requireFewFailures();
  return { login, account };
}

const isLoggedInFrom = (network: string, account: Account | undefined): boolean =>
  Object.values(account?.sessions ?? {}).some((session) => isActive(session) && isFrom(network, session));
