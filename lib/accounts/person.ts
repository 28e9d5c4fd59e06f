import * as z from 'zod/mini';
import { getItem } from '../dynamodb/items.ts';
import { accountKey } from '../dynamodb/keys.ts';
import { nameFields } from './account.ts';

const personItem = z.object({ ...nameFields.shape, email: z.string(), leaving: z.optional(z.int()) });

/** What another account may see of an account: its names, and its e-mail address if the other shares an event with it. */
export type PersonSeen = Pick<z.output<typeof personItem>, 'first_name' | 'last_name' | 'email'>;

/** `undefined` if the account doesn't exist or is being deleted. */
export async function getPerson(accountId: string): Promise<PersonSeen | undefined> {
  // Only what a role that isn't allowed to see the rest of an account may read.
  const names = [['first_name'], ['last_name'], ['email'], ['leaving']];
  const item = await getItem(accountKey(accountId), names);
  const person = item && personItem.parse(item);
  return person?.leaving === undefined ? person : undefined;
}
