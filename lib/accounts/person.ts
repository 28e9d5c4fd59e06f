import * as z from 'zod/mini';
import { getItem } from '../dynamodb/items.ts';
import { accountKey } from '../dynamodb/keys.ts';
import { ForbiddenError, SessionEndedError } from '../errors.ts';
import { nameFields } from './fields.ts';

const personItem = z.object({
  ...nameFields.shape,
  email: z.string(),
  email_verified: z.boolean(),
  leaving: z.optional(z.int()),
});

/** What functions that share events read of an account. */
export type Person = Omit<z.output<typeof personItem>, 'leaving'>;

/** What other people call a person. */
export const fullName = ({ first_name, last_name }: Pick<Person, 'first_name' | 'last_name'>): string =>
  `${first_name} ${last_name}`;

/** `undefined` if the account doesn't exist or is being deleted. */
export async function getPerson(accountId: string): Promise<Person | undefined> {
  // Only what a role that isn't allowed to see the rest of an account may read.
  const paths = [['first_name'], ['last_name'], ['email'], ['email_verified'], ['leaving']];
  const item = await getItem(accountKey(accountId), paths);
  const person = item && personItem.parse(item);
  return person?.leaving === undefined ? person : undefined;
}

/**
 * The caller, who must have verified the e-mail address. Throws `ForbiddenError`, and `SessionEndedError` if the account is
 * being deleted.
 */
export async function getVerifiedPerson(callerId: string): Promise<Person> {
  const person = await getPerson(callerId);
  if (!person) throw new SessionEndedError();
  if (!person.email_verified) throw new ForbiddenError('The e-mail address is not verified');
  return person;
}
