import bcrypt from 'bcryptjs';
import * as z from 'zod/mini';
import { wholeTable } from '../../support/whole-table.ts';
import { PASSWORDS, type Subject } from './changes.ts';

const table = wholeTable();

/** All items. */
export const tableItems = table.items;

/** Deletes everything, for the next run. */
export const emptyTable = table.empty;

const accountItem = z.object({
  account_id: z.string(),
  email: z.string(),
  email_verified: z.boolean(),
  password_hash: z.string(),
  sessions: z.record(z.string(), z.unknown()),
  leaving: z.optional(z.int()),
});

export type StoredAccount = z.output<typeof accountItem>;

/** What the table has of a subject's account, and of other accounts with one of its addresses. */
export async function stateOf({ accountId, email, newEmail }: Subject) {
  const items = await table.items();
  const accounts = items
    .filter(({ PK }) => String(PK).startsWith('PERSON#'))
    .map((item) => accountItem.parse(item));
  const account = accounts.find(({ account_id }) => account_id === accountId);
  const living = accounts.filter(({ leaving }) => leaving === undefined);
  // A deletion removes it.
  const password = account?.password_hash ? await passwordOf(account) : undefined;
  return {
    items,
    account,
    living,
    password,
    isReset: password === 'reset',
    isChanged: password === 'change',
    hasMoved: account?.email === newEmail,
    isLeaving: account?.leaving !== undefined || account === undefined,
    /** Whether somebody else has the address. */
    isTaken: (address: string) => living.some((each) => each !== account && each.email === address),
    addresses: [email, newEmail],
  };
}

export type State = Awaited<ReturnType<typeof stateOf>>;

/** Who chose the password of each hash that was compared. */
const known = new Map<string, keyof typeof PASSWORDS>();

/** Who chose the account's password. */
async function passwordOf({ password_hash }: StoredAccount) {
  for (const by of ['owner', 'change', 'reset', 'stranger'] as const) {
    if (!known.has(password_hash) && (await bcrypt.compare(PASSWORDS[by], password_hash)))
      known.set(password_hash, by);
  }
  const by = known.get(password_hash);
  if (by === undefined) throw new Error('The account has a password that nobody chose');
  return by;
}
