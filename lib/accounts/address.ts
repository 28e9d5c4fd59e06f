import * as z from 'zod/mini';
import { Delete, Put } from '../dynamodb/changes.ts';
import { anyOf, equals, isAbsent } from '../dynamodb/conditions.ts';
import { getItem } from '../dynamodb/items.ts';
import { emailKey } from '../dynamodb/keys.ts';
import { Rejection } from '../errors.ts';
import { problem } from '../problem.ts';

/** An address's pointer, to the account that has it. Every transaction that changes one of the two changes both. */
const pointerItem = z.object({ account_id: z.string() });

export const emailTaken = () =>
  new Rejection('conflict', { field: 'email', problem: problem('taken', 'has already been taken') });

/** An account's address leads to another account, as it may after a restore from a backup. */
export class AddressLostError extends Error {
  override name = 'AddressLostError';
}

/** Gives an e-mail address to an account, if no account has it. */
export const takeAddress = (email: string, accountId: string): Put =>
  new Put(emailKey(email), { account_id: accountId }).require(isAbsent(['PK']), emailTaken);

/** Frees an account's e-mail address. */
export const freeAddress = (email: string, accountId: string): Delete =>
  new Delete(emailKey(email)).require(
    anyOf(isAbsent(['PK']), equals(['account_id'], accountId)),
    () => new AddressLostError(),
  );

/** The id of the account that has an e-mail address. */
export async function findAccountId(email: string): Promise<string | undefined> {
  const item = await getItem(emailKey(email));
  return item && pointerItem.parse(item).account_id;
}
