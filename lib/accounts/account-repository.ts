import { readConfig } from '../config.ts';
import { getPartition } from '../dynamodb/client.ts';
import { putIfAbsent } from '../dynamodb/conditions.ts';
import { accountKey, failedLoginsKey, signupsKey } from '../dynamodb/keys.ts';
import { countTry, forgetTries, triesSoFar } from '../dynamodb/tries.ts';
import { type Account, fromItem } from './account.ts';

/** False where another account has the e-mail address. */
export async function createAccount(account: Account): Promise<boolean> {
  return putIfAbsent(accountKey(account.email), account, 'account_id');
}

/**
 * The account of an e-mail address, and whether logins to it have failed of late. Throws `TooManyTriesError`
 * where too many have, whether or not there is an account.
 */
export async function getAccount(
  email: string,
): Promise<{ account: Account | undefined; hasFailedLogins: boolean }> {
  const items = await getPartition(accountKey(email));
  const account = items.find(({ SK }) => SK === accountKey(email).SK);
  const failedLogins = items.find(({ SK }) => SK === failedLoginsKey(email).SK);
  return {
    account: account && fromItem(account),
    hasFailedLogins: triesSoFar(failedLogins, readConfig().loginLimit) > 0,
  };
}

/** Throws `TooManyTriesError` where it is one too many. */
export async function countFailedLogin(email: string): Promise<void> {
  await countTry(failedLoginsKey(email), readConfig().loginLimit);
}

/** Throws `TooManyTriesError` where there were too many meanwhile. */
export async function forgetFailedLogins(email: string): Promise<void> {
  await forgetTries(failedLoginsKey(email), readConfig().loginLimit);
}

/** Throws `TooManyTriesError` where it is one too many from the network. */
export async function countSignup(network: string): Promise<void> {
  await countTry(signupsKey(network), readConfig().signupLimit);
}
