import { DynamoDBClient } from '@aws-sdk/client-dynamodb';
import { DynamoDBDocumentClient, GetCommand, QueryCommand } from '@aws-sdk/lib-dynamodb';
import { expect } from 'vitest';
import * as z from 'zod/mini';
import { type Role, role } from '../../lib/auth/roles.ts';
import { emailKey, invitationKey, linkKey, type PrimaryKey, sharedKey } from '../../lib/dynamodb/keys.ts';
import { eventFields } from '../../lib/plan/head.ts';
import type { Invitation } from '../../lib/plan/invitation.ts';
import { PLAIN_FIELDS } from '../../lib/plan/plain-fields.ts';
import { emulator } from '../support/proxied-database.ts';

type Item = Record<string, unknown>;

const mark = z.string().check(z.length(12));

const payment = z.strictObject({
  a: z.int(),
  d: z.optional(z.string()),
  p: z.optional(z.string()),
  o: z.optional(z.literal(true)),
  n: z.optional(z.string()),
});

const fraction = z.number().check(z.refine((quantity) => Number(quantity.toFixed(2)) === quantity));

/** A budget under its short names. */
const line = z.strictObject({
  n: z.string(),
  c: z.string(),
  a: z.int(),
  s: z.int(),
  k: z.optional(z.enum(['expense', 'income'])),
  u: z.optional(z.int()),
  q: z.optional(fraction),
  g: z.optional(z.boolean()),
  e: z.optional(z.int()),
  ...Object.fromEntries(Object.values(PLAIN_FIELDS).map(({ storedAs, stored }) => [storedAs, stored])),
  d: z.optional(z.string()),
  y: z.optional(z.record(z.string(), payment)),
  r: z.int(),
  m: z.optional(z.int()),
});

const head = z.strictObject({
  ...eventFields.shape,
  budgets_count: z.int(),
  total_cents: z.int(),
  spent_cents: z.int(),
  to_pay_cents: z.int(),
  income_cents: z.int(),
  to_receive_cents: z._default(z.int(), 0),
  estimates_count: z.optional(z.int()),
  estimate_cents: z.optional(z.int()),
  paid_count: z._default(z.int(), 0),
  open_days: z.record(z.string(), z.int()),
  version: z.int(),
  frame: z.int(),
  updated_at: z.int(),
  deleted_at: z.optional(z.int()),
  history_from: z.optional(z.int()),
  share_link: z.optional(
    z.strictObject({
      id: z.string().check(z.length(16)),
      hash: z.string().check(z.length(64)),
      shows: z.enum(['budgets', 'categories']),
      show_owner: z.optional(z.literal(true)),
      end: z.int(),
      links_epoch: z.int(),
    }),
  ),
  offer_id: z.optional(z.int()),
  roles: z.record(z.string(), z.strictObject({ r: role, m: z.int(), s: z.int() })),
});

/** A complete event without other attributes. */
const eventItem = z.strictObject({
  PK: z.string(),
  SK: z.string(),
  head_id: z.int(),
  expires_at: z.optional(z.int()),
  head,
  budgets: z.record(z.string(), line),
  invitations: z.record(
    z.string(),
    z.union([
      z.strictObject({ i: z.int(), r: role, s: z.int() }),
      z.pipe(
        z.strictObject({
          i: z.int(),
          r: z.literal('viewer'),
          s: z.int(),
          e: z.int(),
          m: z.optional(z.int()),
        }),
        z.transform((offer) => ({ ...offer, r: 'owner' as const })),
      ),
    ]),
  ),
  writes: z.array(mark).check(z.length(4)),
  // An erasure leaves none.
  author: z.optional(z.strictObject({ a: z.string(), t: z.optional(z.string()), u: z.optional(z.int()) })),
});

/** A complete claim without other attributes. */
const recordItem = z.strictObject({
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

const hash = z.instanceof(Uint8Array).check(z.refine(({ length }) => length === 32));

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
  // Empty if the account is being deleted.
  password_hash: z.string().check(z.regex(/^(?:.{60})?$/)),
  created_at: z.int(),
  sessions: z.record(
    z.string(),
    z.strictObject({ s: z.int(), e: z.int(), d: z.int(), u: z.string(), n: z.string().check(z.length(8)) }),
  ),
  tokens: z.record(
    z.string(),
    z.strictObject({
      h: hash,
      n: z.string(),
      a: z.enum(['read', 'write', 'calendar']),
      s: z.int(),
      e: z.int(),
    }),
  ),
  factor: z.optional(
    z.strictObject({ k: z.instanceof(Uint8Array), s: z.int(), u: z.int(), r: z.array(hash) }),
  ),
  factor_changes: z.optional(z.int()),
  email_changed_at: z.optional(z.int()),
  version: z.int().check(z.minimum(1)),
  writes: z.array(mark).check(z.length(4)),
  leaving: z.optional(z.int()),
  links_epoch: z.optional(z.int()),
});

const addressItem = z.strictObject({ PK: z.string(), SK: z.literal('ACCOUNT'), account_id: z.uuid() });
const anyItem = z.looseObject({ PK: z.string(), SK: z.string() });
const pointerItem = z.object({
  head_id: z.int(),
  head: z.object({ owner_id: z.string(), membership_id: z.int() }),
});
const invitationItem = z.object({
  owner_id: z.string(),
  event_id: z.int(),
  invitation_id: z.int(),
  role,
  links_epoch: z.optional(z.int()),
});

const linkItem = z.object({ owner_id: z.string(), event_id: z.int(), hash: z.string() });

/** Reads the table directly, bypassing the service and the faults. */
export function storedAt(endpoint = emulator) {
  const table = DynamoDBDocumentClient.from(new DynamoDBClient({ endpoint }));
  const TableName = String(process.env['TABLE_NAME']);
  const item = async (PK: string, SK = 'ACCOUNT'): Promise<Item | undefined> =>
    (await table.send(new GetCommand({ TableName, Key: { PK, SK }, ConsistentRead: true }))).Item;
  const person = async (accountId: string): Promise<StoredAccount | undefined> => {
    const found = await item(`PERSON#${accountId}`);
    return found && accountItem.parse(found);
  };
  const itemsIn = async (partition: string): Promise<Item[]> => {
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
    return found && addressItem.parse(found).account_id;
  };
  return {
    item,
    person,
    events: async (accountId: string): Promise<Events> =>
      Object.fromEntries(
        (await itemsIn(`ACCOUNT#${accountId}`)).map(sharedEventIn).map((event) => [event.id, event]),
      ),
    /** The items of the events, the trash and the claims of an account that shares nothing. */
    eventsAndClaims: async (accountId: string) => {
      const claims = (await itemsIn(`CLAIM#${accountId}`)).map((item) => recordItem.parse(item));
      const all = (await itemsIn(`ACCOUNT#${accountId}`)).map(wholeEvent);
      const { events = [], trash = [] } = Object.groupBy(all, ({ head }) =>
        head.deleted_at === undefined ? 'events' : 'trash',
      );
      return { claims, events, trash };
    },
    /**
     * The account that a person has, or the one that the person had last if it is still there. Fails if it doesn't have
     * its e-mail address as long as it isn't being deleted, or has another one.
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
export const accountsIn = (items: unknown[]): StoredAccount[] =>
  z
    .array(anyItem)
    .parse(items)
    .filter(({ PK }) => PK.startsWith('PERSON#'))
    .map((item) => accountItem.parse(item));

/** Those that aren't leaving. */
export const livingIn = (accounts: StoredAccount[]): StoredAccount[] =>
  accounts.filter(({ leaving }) => leaving === undefined);

const textOf = ({ PK, SK }: PrimaryKey, ...values: (string | number)[]) => [PK, SK, ...values].join(' ');

/**
 * The items that lead to events and accounts, and those that there have to be: a pointer for each role, an item for each
 * invitation and each share link, and one for the address of each account that isn't being deleted. Both have to be the same.
 */
export function linksIn(items: unknown[]): Record<'found' | 'needed', string[]> {
  const all = z.array(anyItem).parse(items);
  const found = all.flatMap((item) => {
    if (item.SK.startsWith('SHARED#')) {
      const { head_id, head } = pointerItem.parse(item);
      return textOf(item, head_id, head.owner_id, head.membership_id);
    }
    if (item.SK.startsWith('INVITATION#')) {
      const { invitation_id, event_id, owner_id, role, links_epoch } = invitationItem.parse(item);
      return textOf(item, invitation_id, event_id, owner_id, links_epoch === undefined ? role : 'owner');
    }
    if (item.PK.startsWith('LINK#')) {
      const { owner_id, event_id, hash } = linkItem.parse(item);
      return textOf(item, owner_id, event_id, hash);
    }
    const isAddress = item.PK.startsWith('EMAIL#') && item.SK === 'ACCOUNT';
    return isAddress ? textOf(item, addressItem.parse(item).account_id) : [];
  });
  const stored = all.filter(({ SK }) => SK.startsWith('EVENT#'));
  const events = stored.map(sharedEventIn);
  const needed = [
    ...stored
      .map(wholeEvent)
      .flatMap(({ PK, SK, head: { share_link: link } }) =>
        link
          ? textOf(linkKey(link.id), PK.replace('ACCOUNT#', ''), Number(SK.replace('EVENT#', '')), link.hash)
          : [],
      ),
    ...events.flatMap(({ id, ownerId, roles, invitations }) => [
      ...Object.entries(roles).map(([accountId, { m }]) => textOf(sharedKey(accountId, id), id, ownerId, m)),
      ...Object.entries(invitations).map(([email, { i, r }]) =>
        textOf(invitationKey(email, i), i, id, ownerId, r),
      ),
    ]),
    ...livingIn(accountsIn(all)).map(({ account_id, email }) => textOf(emailKey(email), account_id)),
  ];
  return { found: found.sort(), needed: needed.sort() };
}

/** Checks that what leads to events and accounts among all items is what there has to be. Returns the items. */
export function expectLinks(items: Item[]): Item[] {
  const { found, needed } = linksIn(items);
  expect(found).toEqual(needed);
  return items;
}

/** An account's events by id. */
export type Events = Record<string, SharedEvent>;

export type StoredAccount = z.output<typeof accountItem>;
export type StoredFactor = NonNullable<StoredAccount['factor']>;

export type StoredEvent = z.output<typeof eventItem>;
export type StoredLine = z.output<typeof line>;

/** What models have of an event. */
export interface SharedEvent {
  id: number;
  ownerId: string;
  version: number;
  name: string;
  isInTrash: boolean;
  /** The amount and version of each, by id. */
  budgets: Record<string, { a: number; r: number }>;
  /** By account id. */
  roles: Record<string, { r: Role; m: number }>;
  /** By e-mail address. An ownership offer has the membership of the address, if it has one. */
  invitations: Record<string, { i: number; r: Invitation['role']; m?: number | undefined }>;
  /** The id of its share link. */
  link?: number | undefined;
  /** The id of the offer by which its owner got it. */
  offer?: number | undefined;
}

/** Nobody has a role in an event in the trash. */
export const roleOf = ({ ownerId, roles, isInTrash }: SharedEvent, accountId: string) =>
  isInTrash ? undefined : accountId === ownerId ? 'owner' : roles[accountId]?.r;

/** The ids of an event, its budgets, its memberships, its invitations and its share link. */
export const idsIn = (event: SharedEvent | undefined): number[] =>
  event
    ? [
        event.id,
        ...Object.keys(event.budgets).map(Number),
        ...Object.values(event.roles).map(({ m }) => m),
        ...Object.values(event.invitations).map(({ i }) => i),
        ...(event.link === undefined ? [] : [event.link]),
      ]
    : [];

/** The id that an event has after a write and not before it. */
export const madeIn = (before: SharedEvent | undefined, after: SharedEvent | undefined) =>
  idsIn(after).find((id) => !idsIn(before).includes(id));

const mapped = <Value, Result>(all: Record<string, Value>, pick: (value: Value) => Result) =>
  Object.fromEntries(Object.entries(all).map(([key, value]) => [key, pick(value)]));

/** The event that an item is. */
export function sharedEventIn(item: unknown): SharedEvent {
  const { PK, SK, head, budgets, invitations } = wholeEvent(item);
  return {
    id: Number(SK.replace('EVENT#', '')),
    ownerId: PK.replace('ACCOUNT#', ''),
    ...{ version: head.version, name: head.name, isInTrash: head.deleted_at !== undefined },
    budgets: mapped(budgets, ({ a, r }) => ({ a, r })),
    roles: mapped(head.roles, ({ r, m }) => ({ r, m })),
    invitations: mapped(invitations, ({ s: _, ...invitation }) => ({
      ...{ i: invitation.i, r: invitation.r },
      ...('m' in invitation && { m: invitation.m }),
    })),
    link: head.share_link && Number(`0x${head.share_link.id}`),
    ...(head.offer_id !== undefined && { offer: head.offer_id }),
  };
}

const KEPT_MS = 2_592_000_000;

/**
 * The event that an item is. Fails if what follows from other attributes isn't as they say, or if the index or the table's
 * time to live has it where it doesn't belong.
 */
function wholeEvent(item: unknown): StoredEvent {
  const event = eventItem.parse(item);
  const { SK, head_id, expires_at, head, budgets, invitations } = event;
  const { deleted_at } = head;
  const id = Number(SK.replace('EVENT#', ''));
  expect([head_id, expires_at]).toEqual(
    deleted_at === undefined ? [id, undefined] : [-id, Math.ceil((deleted_at + KEPT_MS) / 1_000)],
  );
  if (deleted_at !== undefined)
    expect([head.roles, invitations, head.share_link]).toEqual([{}, {}, undefined]);
  expectSums(head, Object.values(budgets));
  expect(head.frame).toBeLessThan(head.version);
  for (const line of Object.values(budgets)) {
    expect(line.r).toBeLessThanOrEqual(head.version);
    expect(line.m === undefined).toBe(line.r === 0);
    expectDerived(head, line);
  }
  return event;
}

type StoredPayment = z.output<typeof payment>;

const isPaid = ({ p, o }: StoredPayment): boolean => p !== undefined || o !== undefined;

/** What is left to pay of a line, and on which day. */
const leftOf = ({ a, s, d, y = {} }: StoredLine) => {
  const payments = Object.values(y);
  const covered = payments.length > 0 ? sum(payments.map(({ a }) => a)) : s;
  return [{ a: a - covered, d }, ...payments.filter((payment) => !isPaid(payment))].filter(({ a }) => a > 0);
};

const sum = (amounts: number[]) => amounts.reduce((total, each) => total + each, 0);

/** The stored count and sums are those of the lines. */
function expectSums(stored: StoredEvent['head'], lines: StoredLine[]): void {
  const [income, expenses] = [lines.filter(isIncome), lines.filter((line) => !isIncome(line))];
  const left = (some: StoredLine[]) => sum(some.flatMap(leftOf).map(({ a }) => a));
  const paid = lines.flatMap(({ s, y }) =>
    y
      ? Object.values(y)
          .filter(isPaid)
          .map(({ a }) => a)
      : [s],
  );
  const estimates = expenses.flatMap(({ e = [] }) => e);
  const { estimates_count = 0, estimate_cents = 0 } = stored;
  expect([estimates_count, estimate_cents]).toEqual([estimates.length, sum(estimates)]);
  expect(stored).toMatchObject({
    budgets_count: lines.length,
    total_cents: sum(expenses.map(({ a }) => a)),
    spent_cents: sum(expenses.map(({ s }) => s)),
    income_cents: sum(income.map(({ a }) => a)),
    to_pay_cents: left(expenses),
    to_receive_cents: left(income),
    paid_count: paid.filter((amount) => amount > 0).length,
  });
  // Two writes at once may leave a day without any.
  const open = Object.entries(stored.open_days).flatMap(([day, count]) => Array<string>(count).fill(day));
  expect(open.sort()).toEqual(
    lines
      .flatMap(leftOf)
      .flatMap(({ d = [] }) => d)
      .sort(),
  );
}

const isIncome = ({ k }: StoredLine): boolean => k === 'income';

/** What follows from other attributes of a line or its event is as they say. */
function expectDerived({ guests = 0 }: StoredEvent['head'], { a, s, u, q, g, y }: StoredLine): void {
  if (u === undefined) expect([q, g]).toEqual([undefined, undefined]);
  else
    expect(100n * BigInt(a)).toBe(
      BigInt(u) * BigInt((q ?? 1).toFixed(2).replace('.', '')) * BigInt(g ? guests : 1),
    );
  if (!y) return;
  const payments = Object.values(y);
  expect(payments.length).toBeGreaterThan(0);
  expect(s).toBe(sum(payments.filter(isPaid).map(({ a }) => a)));
  // A day says it already.
  expect(payments.filter(({ p, o }) => p !== undefined && o)).toEqual([]);
}
