import { readConfig } from '../config.ts';
import { putIfAbsent } from '../dynamodb/conditional-writes.ts';
import { getPartition } from '../dynamodb/items.ts';
import { accountKey, failedLoginsKey, signupsKey } from '../dynamodb/keys.ts';
import { attemptsInWindow, countAttempt, resetAttempts } from '../dynamodb/rate-limit.ts';
import { type Account, fromItem } from './account.ts';

export async function createAccount(account: Account): Promise<'done' | 'exists'> {
  return putIfAbsent(accountKey(account.email), account, 'account_id');
}

/**
 * Gets the account of an e-mail address, and whether it has recent failed logins. Throws `RateLimitError` after too
 * many of them, even if there is no such account.
 */
export async function getAccount(
  email: string,
): Promise<{ account: Account | undefined; hasFailedLogins: boolean }> {
  const items = await getPartition(accountKey(email));
  const account = items.find(({ SK }) => SK === accountKey(email).SK);
  const failedLogins = items.find(({ SK }) => SK === failedLoginsKey(email).SK);
  return {
    account: account && fromItem(account),
    hasFailedLogins: attemptsInWindow(failedLogins, readConfig().loginLimit) > 0,
  };
}

/** Throws `RateLimitError` if the limit is reached. */
export async function countFailedLogin(email: string): Promise<void> {
  await countAttempt(failedLoginsKey(email), readConfig().loginLimit);
}

/** Throws `RateLimitError` if the limit was reached in the meantime. */
export async function resetFailedLogins(email: string): Promise<void> {
  await resetAttempts(failedLoginsKey(email), readConfig().loginLimit);
}

/** Throws `RateLimitError` if the network has reached its limit. */
export async function countSignup(network: string): Promise<void> {
  await countAttempt(signupsKey(network), readConfig().signupLimit);
}
