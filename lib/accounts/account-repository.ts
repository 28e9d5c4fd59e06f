import { readConfig } from '../config.ts';
import { putIfAbsent } from '../dynamodb/conditional-writes.ts';
import { type Attributes, queryPages } from '../dynamodb/items.ts';
import { accountAndFailedLogins, accountKey, failedLoginsKey, signupsKey } from '../dynamodb/keys.ts';
import { countAttempt } from '../dynamodb/rate-limit.ts';
import { type Account, fromItem } from './account.ts';

export async function createAccount(account: Account): Promise<'done' | 'exists'> {
  return putIfAbsent(accountKey(account.email), account, 'account_id');
}

/** Gets the account of an e-mail address, and the counter of failed logins to it. */
export async function getAccount(
  email: string,
): Promise<{ account: Account | undefined; failedLogins: Attributes | undefined }> {
  const items = (await Array.fromAsync(queryPages(accountAndFailedLogins(email)))).flat();
  const account = items.find(({ SK }) => SK === accountKey(email).SK);
  return {
    account: account && fromItem(account),
    failedLogins: items.find(({ SK }) => SK === failedLoginsKey(email).SK),
  };
}

/** Throws `RateLimitError` if the network has reached its limit. */
export async function countSignup(network: string): Promise<void> {
  await countAttempt(signupsKey(network), readConfig().signupLimit);
}
