import { randomUUID } from 'node:crypto';
import * as z from 'zod/mini';
import type { SessionReference } from '../auth/session.ts';
import { anyOf, Delete, equals, isAbsent, Put } from '../dynamodb/changes.ts';
import { getItem } from '../dynamodb/items.ts';
import { accountKey, emailKey } from '../dynamodb/keys.ts';
import { send } from '../dynamodb/send.ts';
import { Rejection, RetryLaterError } from '../errors.ts';
import { problem } from '../problem.ts';
import { type Account, accountItem } from './account.ts';

/** The pointer of an address to its account. Every transaction that changes one of the two changes both. */
const pointerItem = z.object({ account_id: z.string() });

export const emailTaken = () =>
  new Rejection('conflict', { field: 'email', problem: problem('taken', 'has already been taken') });

/** An account's address leads to another account, as it may after a restore from a backup. */
export class AddressLostError extends Error {
  override name = 'AddressLostError';
}

export const takeAddress = (email: string, accountId: string): Put =>
  new Put(emailKey(email), { account_id: accountId }).require(isAbsent(['PK']), emailTaken);

export const freeAddress = (email: string, accountId: string): Delete =>
  new Delete(emailKey(email)).require(
    anyOf(isAbsent(['PK']), equals(['account_id'], accountId)),
    () => new AddressLostError(),
  );

export async function findAccountId(email: string): Promise<string | undefined> {
  const item = await getItem(emailKey(email));
  return item && pointerItem.parse(item).account_id;
}

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

/** Throws `unauthorized` if the caller's account was removed. */
export async function getOwnAccount({ accountId }: SessionReference): Promise<Account> {
  const account = await getAccount(accountId);
  if (!account) throw new Rejection('unauthorized');
  return account;
}
