import { DynamoDBClient } from '@aws-sdk/client-dynamodb';
import { DynamoDBDocumentClient, GetCommand, QueryCommand } from '@aws-sdk/lib-dynamodb';
import { expect } from 'vitest';
import * as z from 'zod/mini';
import { emulator } from '../../support/proxied-database.ts';
import { type SharedEvent, sharedEventIn } from './stored-event.ts';

const mark = z.string().check(z.length(12));

const payment = z.strictObject({
  a: z.int(),
  d: z.optional(z.string()),
  p: z.optional(z.string()),
  n: z.optional(z.string()),
});

/** A budget under its short names. */
const line = z.strictObject({
  n: z.string(),
  c: z.string(),
  a: z.int(),
  s: z.int(),
  k: z.optional(z.enum(['expense', 'income'])),
  u: z.optional(z.int()),
  q: z.optional(z.int()),
  g: z.optional(z.boolean()),
  v: z.optional(z.string()),
  t: z.optional(z.string()),
  d: z.optional(z.string()),
  p: z.optional(z.boolean()),
  e: z.optional(z.int()),
  l: z.optional(z.string()),
  y: z.optional(z.record(z.string(), payment)),
  r: z.int(),
  m: z.optional(z.int()),
});

const head = z.strictObject({
  name: z.string(),
  description: z.string(),
  event_date: z.string(),
  currency: z.optional(z.string()),
  digits: z.optional(z.literal([0, 2, 3])),
  limit_cents: z.optional(z.int()),
  guests: z.optional(z.int()),
  budgets_count: z.int(),
  total_cents: z.int(),
  spent_cents: z.int(),
  income_cents: z.int(),
  estimates_count: z.optional(z.int()),
  estimate_cents: z.optional(z.int()),
  due_count: z.int(),
  open_days: z.record(z.string(), z.int()),
  version: z.int(),
  frame: z.int(),
  updated_at: z.int(),
  deleted_at: z.optional(z.int()),
  roles: z.strictObject({}),
});

/** A complete event without other attributes. */
const eventItem = z.strictObject({
  PK: z.string(),
  SK: z.string(),
  head_id: z.int(),
  expires_at: z.optional(z.int()),
  head,
  budgets: z.record(z.string(), line),
  invitations: z.strictObject({}),
  writes: z.array(mark).check(z.length(4)),
  author: z.strictObject({ a: z.string(), t: z.optional(z.string()), u: z.optional(z.int()) }),
});

/** A complete claim without other attributes. */
const claimItem = z.strictObject({
  PK: z.string(),
  SK: z.string().check(z.length(43)),
  response: z.strictObject({
    statusCode: z.literal([200, 201]),
    headers: z.record(z.string(), z.string()),
    body: z.string(),
  }),
  fingerprint: z.string().check(z.length(22)),
  expires_at: z.int(),
});

/** A complete account without other attributes. */
const accountItem = z.strictObject({
  PK: z.string(),
  SK: z.literal('ACCOUNT'),
  account_id: z.uuid(),
  first_name: z.string(),
  last_name: z.string(),
  email: z.string(),
  email_verified: z.boolean(),
  address_changes: z.optional(z.int()),
  // Empty if the account is leaving.
  password_hash: z.string().check(z.regex(/^(?:.{60})?$/)),
  created_at: z.int(),
  sessions: z.record(
    z.string(),
    z.strictObject({ s: z.int(), e: z.int(), d: z.int(), u: z.string(), n: z.string().check(z.length(8)) }),
  ),
  tokens: z.record(
    z.string(),
    z.strictObject({
      h: z.instanceof(Uint8Array).check(z.refine(({ length }) => length === 32)),
      n: z.string(),
      a: z.enum(['read', 'write', 'calendar']),
      s: z.int(),
      e: z.int(),
    }),
  ),
  version: z.int().check(z.minimum(1)),
  writes: z.array(mark).check(z.length(4)),
  leaving: z.optional(z.int()),
});

const pointerItem = z.strictObject({ PK: z.string(), SK: z.literal('ACCOUNT'), account_id: z.uuid() });

/** Reads the table directly, bypassing the service and the faults. */
export function storedAt(endpoint = emulator) {
  const table = DynamoDBDocumentClient.from(new DynamoDBClient({ endpoint }));
  const TableName = String(process.env['TABLE_NAME']);
  const item = async (PK: string) =>
    (await table.send(new GetCommand({ TableName, Key: { PK, SK: 'ACCOUNT' }, ConsistentRead: true }))).Item;
  const person = async (accountId: string): Promise<StoredAccount | undefined> => {
    const found = await item(`PERSON#${accountId}`);
    return found && accountItem.parse(found);
  };
  const itemsIn = async (partition: string): Promise<Record<string, unknown>[]> => {
    const { Items = [] } = await table.send(
      new QueryCommand({
        TableName,
        ConsistentRead: true,
        KeyConditionExpression: 'PK = :partition',
        ExpressionAttributeValues: { ':partition': partition },
      }),
    );
    return Items;
  };
  const accountIdAt = async (email: string): Promise<string | undefined> => {
    const found = await item(`EMAIL#${email}`);
    return found && pointerItem.parse(found).account_id;
  };
  return {
    person,
    events: async (accountId: string): Promise<Events> =>
      Object.fromEntries(
        (await itemsIn(`ACCOUNT#${accountId}`)).map((item) => {
          const event = sharedEventIn(wholeEvent(item));
          return [String(event.id), event];
        }),
      ),
    /** The items of the events, the trash and the claims of an account that shares nothing. */
    eventsAndClaims: async (accountId: string) => {
      const claims = (await itemsIn(`CLAIM#${accountId}`)).map((item) => claimItem.parse(item));
      const all = (await itemsIn(`ACCOUNT#${accountId}`)).map(wholeEvent);
      const { events = [], trash = [] } = Object.groupBy(all, ({ head }) =>
        head.deleted_at === undefined ? 'events' : 'trash',
      );
      return { claims, events, trash };
    },
    /**
     * The account that a person has, or the one that the person had last if it is still there. Fails if it doesn't have
     * its e-mail address as long as it isn't leaving, or has another one.
     */
    account: async (emails: [string, ...string[]], knownId?: string): Promise<StoredAccount | undefined> => {
      const known = knownId === undefined ? undefined : await person(knownId);
      if (known && known.leaving === undefined) {
        for (const email of new Set([...emails, known.email]))
          expect([email, (await accountIdAt(email)) === knownId]).toEqual([email, email === known.email]);
        return known;
      }
      // After that one has left, its address may have another.
      const id = await accountIdAt(emails[0]);
      if (id === undefined) return known;
      const account = await person(id);
      expect([account?.email, account?.leaving]).toEqual([emails[0], undefined]);
      return account;
    },
  };
}

/** The accounts among all items. */
export const accountsIn = (items: Record<string, unknown>[]): StoredAccount[] =>
  items.filter(({ PK }) => String(PK).startsWith('PERSON#')).map((item) => accountItem.parse(item));

/** Checks that each account which isn't leaving has its e-mail address, and no address leads anywhere else. */
export function expectAddresses(items: Record<string, unknown>[]): void {
  const pointers = items
    .filter(({ PK, SK }) => String(PK).startsWith('EMAIL#') && SK === 'ACCOUNT')
    .map((item) => pointerItem.parse(item));
  const living = accountsIn(items).filter(({ leaving }) => leaving === undefined);
  expect(pointers.map(({ PK, account_id }) => [PK, account_id]).sort()).toEqual(
    living.map(({ email, account_id }) => [`EMAIL#${email}`, account_id]).sort(),
  );
}

/** An account's events by id. */
export type Events = Record<string, SharedEvent>;

export type StoredAccount = z.output<typeof accountItem>;

export type StoredEvent = z.output<typeof eventItem>;
export type StoredLine = z.output<typeof line>;

function wholeEvent(item: unknown): StoredEvent {
  const event = eventItem.parse(item);
  const { head, budgets } = event;
  // Fails if it isn't where it belongs.
  sharedEventIn(item);
  expectSums(head, Object.values(budgets));
  expect(head.frame).toBeLessThan(head.version);
  for (const line of Object.values(budgets)) {
    expect(line.r).toBeLessThan(head.version);
    expect(line.m === undefined).toBe(line.r === 0);
    expectDerived(head, line);
  }
  return event;
}

/** The amounts to pay that have a due date. */
const dueOf = ({ d, p = false, y = {} }: StoredLine) =>
  [{ d, isPaid: p }, ...Object.values(y).map(({ d, p }) => ({ d, isPaid: p !== undefined }))].filter(
    ({ d }) => d !== undefined,
  );

/** The stored count and sums are those of the lines. */
function expectSums(stored: StoredEvent['head'], lines: StoredLine[]): void {
  const sum = (amounts: number[]) => amounts.reduce((total, each) => total + each, 0);
  const [income, expenses] = [lines.filter(isIncome), lines.filter((line) => !isIncome(line))];
  const due = lines.flatMap(dueOf);
  const estimates = expenses.flatMap(({ e = [] }) => e);
  const { estimates_count = 0, estimate_cents = 0 } = stored;
  expect([estimates_count, estimate_cents]).toEqual([estimates.length, sum(estimates)]);
  expect(stored).toMatchObject({
    budgets_count: lines.length,
    total_cents: sum(expenses.map(({ a }) => a)),
    spent_cents: sum(expenses.map(({ s }) => s)),
    income_cents: sum(income.map(({ a }) => a)),
    due_count: due.length,
  });
  // Two writes at once may leave a day without any.
  const open = Object.entries(stored.open_days).flatMap(([day, count]) => Array<string>(count).fill(day));
  expect(open.sort()).toEqual(due.flatMap(({ d, isPaid }) => (d && !isPaid ? d : [])).sort());
}

const isIncome = ({ k }: StoredLine): boolean => k === 'income';

/** What follows from other attributes of a line or its event is as they say. */
function expectDerived({ guests = 0 }: StoredEvent['head'], { a, s, u, q, g, d, p, y }: StoredLine): void {
  if (u === undefined) expect([q, g]).toEqual([undefined, undefined]);
  else expect(BigInt(a)).toBe(BigInt(u) * BigInt((q ?? 1) * (g ? guests : 1)));
  if (!y) return;
  const payments = Object.values(y);
  expect([payments.length > 0, d, p]).toEqual([true, undefined, undefined]);
  expect(s).toBe(payments.reduce((total, { a, p }) => total + (p === undefined ? 0 : a), 0));
}
