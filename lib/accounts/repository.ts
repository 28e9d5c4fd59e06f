import { randomUUID } from 'node:crypto';
import type { SessionReference } from '../auth/session.ts';
import { Put } from '../dynamodb/changes.ts';
import { isAbsent } from '../dynamodb/conditions.ts';
import { getItem } from '../dynamodb/items.ts';
import { accountKey } from '../dynamodb/keys.ts';
import { send } from '../dynamodb/send.ts';
import { Rejection, RetryLaterError } from '../errors.ts';
import { type Account, accountItem } from './account.ts';
import { emailTaken, findAccountId, takeAddress } from './address.ts';

/** Stores an account and the pointer of its e-mail address. Throws `conflict` if another account has the address. */
export async function createAccount(account: Account): Promise<void> {
  const { account_id, email } = account;
  const creation = new Put(accountKey(account_id), { ...account }).require(isAbsent(['PK'])).hideItem();
  const outcome = await send(creation, takeAddress(email, account_id));
  if (!outcome) return;
  if (!outcome.includes(creation)) {
    // The address may be free again when the first attempt arrives.
    throw outcome.isResent ? new RetryLaterError('The account may still be created') : emailTaken();
  }
  // An earlier attempt has stored it.
  if (!outcome.isResent) throw new Error('Another account has the same random id');
}

export async function getAccount(accountId: string): Promise<Account | undefined> {
  const item = await getItem(accountKey(accountId));
  return item && accountItem.parse(item);
}

/** The account that has an e-mail address. An unknown address takes the same two requests. */
export async function findAccount(email: string): Promise<Account | undefined> {
  const account = await getAccount((await findAccountId(email)) ?? randomUUID());
  // Pointer and account may have been read before and after a change.
  return account?.email === email && account.leaving === undefined ? account : undefined;
}

/** The caller's account. Throws `unauthorized` if it is gone. */
export async function getOwnAccount({ accountId }: SessionReference): Promise<Account> {
  const account = await getAccount(accountId);
  if (!account) throw new Rejection('unauthorized');
  return account;
}
