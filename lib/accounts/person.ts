import * as z from 'zod/mini';
import { getItem, getPart } from '../dynamodb/items.ts';
import { accountKey } from '../dynamodb/keys.ts';
import { Rejection } from '../errors.ts';
import { withoutForbidden } from '../new-text.ts';
import { problem } from '../problem.ts';
import { accountItem } from './account.ts';

/** Attributes of an account that functions for shared events read. Their IAM roles may read no others. */
const personItem = z.extend(
  z.pick(accountItem, {
    first_name: true,
    last_name: true,
    email: true,
    email_verified: true,
    leaving: true,
    links_epoch: true,
  }),
  /** By the operator. */
  { blocked: z.optional(z.unknown()) },
);

export type Person = z.output<typeof personItem>;

export const fullName = ({ first_name, last_name }: Pick<Person, 'first_name' | 'last_name'>): string =>
  withoutForbidden(`${first_name} ${last_name}`);

/** `undefined` if the account does not exist or is being deleted. */
export async function getPerson(accountId: string): Promise<Person | undefined> {
  const person = await getPart(accountKey(accountId), personItem);
  return person?.leaving === undefined ? person : undefined;
}

/** Returns whether an account exists and isn't being deleted. Every function that checks sessions may read this. */
export async function isActiveAccount(accountId: string): Promise<boolean> {
  const item = await getItem(accountKey(accountId), [['PK'], ['leaving']]);
  return item !== undefined && item['leaving'] === undefined;
}

/** Attributes on which an account's share links and ownership offers depend. */
export type LinksOwner = Pick<Person, 'links_epoch' | 'blocked'>;

const linksOwnerItem = z.omit(personItem, { email: true, email_verified: true });

/** `undefined` if the account does not exist or is being deleted. */
export async function getLinksOwner(accountId: string) {
  const owner = await getPart(accountKey(accountId), linksOwnerItem);
  return owner?.leaving === undefined ? owner : undefined;
}

/** Returns whether a link or offer of this version still counts: nothing has raised it, and the account isn't blocked. */
export const hasCredentialsVersion = (
  { links_epoch = 0, blocked }: LinksOwner,
  credentialsVersion: number,
): boolean => blocked === undefined && links_epoch === credentialsVersion;

/** Throws `forbidden` if the e-mail address isn't verified, and `unauthorized` if the account is being deleted. */
export async function getVerifiedPerson(callerId: string): Promise<Person> {
  const person = await getPerson(callerId);
  if (!person) throw new Rejection('unauthorized');
  if (!person.email_verified) throw unverified();
  return person;
}

export const unverified = () =>
  new Rejection('forbidden', {
    field: 'account',
    problem: problem(
      'unverified',
      'Verify your e-mail address first: open the link mailed to you, or ask for a new one.',
    ),
  });
