import { DynamoDBClient } from '@aws-sdk/client-dynamodb';
import { DynamoDBDocumentClient, GetCommand, QueryCommand } from '@aws-sdk/lib-dynamodb';
import { expect } from 'vitest';
import * as z from 'zod/mini';
import type { Events } from './model.ts';

const mark = z.string().check(z.length(12));

const payment = z.strictObject({
  a: z.int(),
  d: z.optional(z.string()),
  p: z.optional(z.string()),
  n: z.optional(z.string()),
});

const line = z.strictObject({
  name: z.string(),
  category: z.string(),
  amount_cents: z.int(),
  spent_cents: z.int(),
  income_cents: z.optional(z.int()),
  received_cents: z.optional(z.int()),
  kind: z.optional(z.enum(['expense', 'income'])),
  unit_cents: z.optional(z.int()),
  quantity: z.optional(z.int()),
  per_guest: z.optional(z.boolean()),
  vendor: z.optional(z.string()),
  note: z.optional(z.string()),
  due_date: z.optional(z.string()),
  due: z.optional(z.int()),
  open: z.optional(z.int()),
  unpaid: z.optional(z.literal([0, 1])),
  payments: z.optional(z.record(z.string(), payment)),
  version: z.int(),
  write_mark: mark,
});

const sum = z.optional(z.int());

const head = z.strictObject({
  name: z.string(),
  description: z.string(),
  event_date: z.string(),
  currency: z.optional(z.string()),
  digits: z.optional(z.literal([0, 2, 3])),
  limit_cents: z.optional(z.int()),
  guests: z.optional(z.int()),
  budgets_count: z.int(),
  planned_added: z.int(),
  planned_removed: z.int(),
  spent_added: z.int(),
  spent_removed: z.int(),
  ...{ income_added: sum, income_removed: sum, due_added: sum, due_removed: sum },
  ...{ open_added: sum, open_removed: sum },
  version: z.int(),
  sharing: z.int(),
  updated_at: z.int(),
  roles: z.strictObject({}),
});

/** A complete event without other attributes. */
const eventItem = z.strictObject({
  PK: z.string(),
  SK: z.string(),
  head_id: z.int(),
  head,
  budgets: z.record(z.string(), line),
  invitations: z.strictObject({}),
  writes: z.array(mark).check(z.length(4)),
  write_mark: mark,
});

/** A complete claim without other attributes. */
const claimItem = z.strictObject({
  PK: z.string(),
  SK: z.templateLiteral(['CLAIM#', z.string()]),
  made_id: z.int(),
  fingerprint: z.string().check(z.length(22)),
  // Two are not stored.
  digits: z.optional(z.literal([0, 3])),
  guests: z.optional(z.int()),
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
  password_hash: z.string().check(z.length(60)),
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
      a: z.enum(['read', 'write']),
      s: z.int(),
      e: z.int(),
    }),
  ),
  writes: z.array(mark).check(z.length(4)),
  leaving: z.optional(z.int()),
});

const pointerItem = z.strictObject({ PK: z.string(), SK: z.literal('ACCOUNT'), account_id: z.uuid() });

/** Reads the table directly, bypassing the service and the faults. */
export function storedAt(endpoint: string) {
  const table = DynamoDBDocumentClient.from(new DynamoDBClient({ endpoint }));
  const TableName = String(process.env['TABLE_NAME']);
  const item = async (PK: string) =>
    (await table.send(new GetCommand({ TableName, Key: { PK, SK: 'ACCOUNT' }, ConsistentRead: true }))).Item;
  const person = async (accountId: string): Promise<StoredAccount | undefined> => {
    const found = await item(`PERSON#${accountId}`);
    return found && accountItem.parse(found);
  };
  const itemsOf = async (accountId: string): Promise<Record<string, unknown>[]> => {
    const { Items = [] } = await table.send(
      new QueryCommand({
        TableName,
        ConsistentRead: true,
        KeyConditionExpression: 'PK = :account',
        ExpressionAttributeValues: { ':account': `ACCOUNT#${accountId}` },
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
      Object.fromEntries((await itemsOf(accountId)).map(eventOf)),
    /** The items of the events and claims of an account that shares nothing. */
    eventsAndClaims: async (accountId: string) => {
      const items = await itemsOf(accountId);
      const isClaim = ({ SK }: Record<string, unknown>) => String(SK).startsWith('CLAIM#');
      return {
        claims: items.filter(isClaim).map((item) => claimItem.parse(item)),
        events: items.filter((item) => !isClaim(item)).map(wholeEvent),
      };
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

/** Checks that each account which isn't leaving has its e-mail address, and no address leads anywhere else. */
export function expectAddresses(items: Record<string, unknown>[]): void {
  const accounts = items
    .filter(({ PK }) => String(PK).startsWith('PERSON#'))
    .map((item) => accountItem.parse(item));
  const pointers = items
    .filter(({ PK, SK }) => String(PK).startsWith('EMAIL#') && SK === 'ACCOUNT')
    .map((item) => pointerItem.parse(item));
  const living = accounts.filter(({ leaving }) => leaving === undefined);
  expect(pointers.map(({ PK, account_id }) => [PK, account_id]).sort()).toEqual(
    living.map(({ email, account_id }) => [`EMAIL#${email}`, account_id]).sort(),
  );
}

export type StoredAccount = z.output<typeof accountItem>;

export type StoredEvent = z.output<typeof eventItem>;

function wholeEvent(item: unknown): StoredEvent {
  const event = eventItem.parse(item);
  const { SK, head_id, head, budgets } = event;
  if (Number(SK.replace('EVENT#', '')) !== head_id) throw new Error(`${SK} has the event ${head_id}`);
  expectTotals(head, Object.values(budgets));
  for (const line of Object.values(budgets)) {
    expect(line.version).toBeLessThanOrEqual(head.version);
    expectDerived(head, line);
  }
  return event;
}

function eventOf(item: unknown): [string, Events[string]] {
  const { head_id, head, budgets } = wholeEvent(item);
  const { name, description, event_date, currency, digits } = head;
  const money = currency !== undefined && digits !== undefined && { currency, digits };
  const lines = Object.entries(budgets)
    .map(([lineId, { write_mark: _, version: __, ...fields }]) => [lineId, fields] as const)
    .sort(([one], [other]) => Number(one) - Number(other));
  return [String(head_id), { name, description, event_date, ...money, budgets: Object.fromEntries(lines) }];
}

/** The stored count and sums are those of the lines. */
function expectTotals(stored: z.output<typeof head>, lines: z.output<typeof line>[]): void {
  const sum = (amounts: number[]) => amounts.reduce((total, each) => total + each, 0);
  const { income_added = 0, income_removed = 0, due_added = 0, due_removed = 0 } = stored;
  const { open_added = 0, open_removed = 0 } = stored;
  expect({
    budgets_count: stored.budgets_count,
    planned: stored.planned_added - stored.planned_removed,
    spent: stored.spent_added - stored.spent_removed,
    income: income_added - income_removed,
    due: due_added - due_removed,
    open: open_added - open_removed,
  }).toEqual({
    budgets_count: lines.length,
    planned: sum(lines.map(({ amount_cents }) => amount_cents)),
    spent: sum(lines.map(({ spent_cents }) => spent_cents)),
    income: sum(lines.map(({ income_cents = 0 }) => income_cents)),
    due: sum(lines.map(({ due = 0 }) => due)),
    open: sum(lines.map(({ open = 0 }) => open)),
  });
}

/** What follows from other attributes of a line or its event is as they say. */
function expectDerived({ guests = 0 }: z.output<typeof head>, stored: z.output<typeof line>): void {
  const { unit_cents, quantity, per_guest, due_date, unpaid, due = 0, open = 0 } = stored;
  const [amount, spent] = [
    stored.income_cents ?? stored.amount_cents,
    stored.received_cents ?? stored.spent_cents,
  ];
  if (unit_cents === undefined) expect([quantity, per_guest]).toEqual([undefined, undefined]);
  else expect(BigInt(amount)).toBe(BigInt(unit_cents) * BigInt((quantity ?? 1) * (per_guest ? guests : 1)));
  const payments = stored.payments && Object.values(stored.payments);
  if (payments) {
    expect([payments.length > 0, due_date, unpaid]).toEqual([true, undefined, undefined]);
    expect(spent).toBe(payments.reduce((sum, { a, p }) => sum + (p === undefined ? 0 : a), 0));
  }
  const parts = payments ?? [{ d: due_date, p: unpaid === 0 ? due_date : undefined }];
  const dated = parts.filter(({ d }) => d !== undefined);
  expect([due, open]).toEqual([dated.length, dated.filter(({ p }) => p === undefined).length]);
}
