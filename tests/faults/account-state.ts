import { BatchWriteCommand } from '@aws-sdk/lib-dynamodb';
import bcrypt from 'bcryptjs';
import { expect } from 'vitest';
import * as z from 'zod/mini';
import { documentClient } from '../../lib/dynamodb/items.ts';
import { wholeTable } from '../support/whole-table.ts';
import { PASSWORDS, type Subject } from './account-changes.ts';

const table = wholeTable();

const accountItem = z.object({
  account_id: z.string(),
  email: z.string(),
  email_verified: z.boolean(),
  password_hash: z.string(),
  sessions: z.record(z.string(), z.unknown()),
  leaving: z.optional(z.int()),
});
const pointerItem = z.object({ PK: z.string(), account_id: z.string() });

export type StoredAccount = z.output<typeof accountItem>;

/** What the table has of a subject's account, and of other accounts with one of its addresses. */
export async function stateOf({ accountId, email, newEmail }: Subject) {
  const items = await table.items();
  const accounts = items
    .filter(({ PK }) => String(PK).startsWith('PERSON#'))
    .map((item) => accountItem.parse(item));
  const account = accounts.find(({ account_id }) => account_id === accountId);
  const living = accounts.filter(({ leaving }) => leaving === undefined);
  const pointers = items
    .filter(({ PK, SK }) => String(PK).startsWith('EMAIL#') && SK === 'ACCOUNT')
    .map((item) => pointerItem.parse(item));
  const password = account && (await passwordOf(account));
  return {
    items,
    account,
    living,
    pointers,
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

/** Each living account is reached by its address, which no other one has. */
export function expectReachable({ living, pointers }: State): void {
  for (const { account_id, email } of living) {
    expect(living.filter((each) => each.email === email)).toHaveLength(1);
    expect(pointers).toContainEqual({ PK: `EMAIL#${email}`, account_id });
  }
}

/** Deletes everything, for the next run. */
export async function emptyTable(): Promise<void> {
  const keys = (await table.items()).map(({ PK, SK }) => ({ DeleteRequest: { Key: { PK, SK } } }));
  const TableName = String(process.env['TABLE_NAME']);
  for (let start = 0; start < keys.length; start += 25) {
    const batch = new BatchWriteCommand({ RequestItems: { [TableName]: keys.slice(start, start + 25) } });
    await documentClient().send(batch);
  }
}
