import { passwordMatches } from '../auth/passwords.ts';
import { isAlive, networkMark } from '../auth/session.ts';
import { clearAttempts, uncountAttempt } from '../dynamodb/rate-limit.ts';
import type { Account } from './repository.ts';
import { countFailedLogin, countLogin, countNetworkLogin, failedLoginsOf } from './limits.ts';

interface Attempted {
  password: string;
  /** Text that isn't an e-mail address has no account. */
  email: string | undefined;
  network: string;
  find: (email: string) => Promise<Account | undefined>;
}

/**
 * Returns the account if the password is its own, or `undefined`. Takes the same requests and time without an account.
 * Every check counts as a login before the password is compared. Throws `RateLimitError`.
 */
export async function checkPassword({
  password,
  email,
  network,
  find,
}: Attempted): Promise<Account | undefined> {
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

/** Counts a login to an e-mail address and gets its account. */
async function admit(email: string, network: string, find: Attempted['find']) {
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
  Object.values(account?.sessions ?? {}).some(
    (session) => isAlive(session) && session.n === networkMark(network),
  );
