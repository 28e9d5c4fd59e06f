import { getItem } from '../dynamodb/client.ts';
import { putIfAbsent } from '../dynamodb/conditions.ts';
import { accountKey } from '../dynamodb/keys.ts';
import { type Account, fromItem } from './account.ts';

/** False where another account has the e-mail address. */
export async function createAccount(account: Account): Promise<boolean> {
  return putIfAbsent(accountKey(account.email), account, 'account_id');
}

export async function getAccount(email: string): Promise<Account | undefined> {
  const item = await getItem(accountKey(email));
  return item && fromItem(item);
}
