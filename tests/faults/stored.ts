import { DynamoDBClient } from '@aws-sdk/client-dynamodb';
import { DynamoDBDocumentClient, GetCommand, QueryCommand } from '@aws-sdk/lib-dynamodb';
import { expect } from 'vitest';
import * as z from 'zod/mini';
import { type Account, accountItem } from '../../lib/accounts/account.ts';
import { type Role, role } from '../../lib/auth/roles.ts';
import { emailKey, invitationKey, linkKey, type PrimaryKey, sharedKey } from '../../lib/dynamodb/keys.ts';
import { type Event, eventIn, storedBudgets } from '../../lib/plan/event.ts';
import { eventFields, isInTrash } from '../../lib/plan/head.ts';
import { type Invitation, storedInvitations } from '../../lib/plan/invitation.ts';
import { storedMap } from '../../lib/plan/stored-budget.ts';
import { sumFields } from '../../lib/plan/sums.ts';
import { emulator } from '../support/proxied-database.ts';
import { expectSound } from '../support/sound-event.ts';

type Item = Record<string, unknown>;

const mark = z.string().check(z.length(12));

const head = z.strictObject({
  ...eventFields.shape,
  ...sumFields.shape,
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
      show_owner: z.optional(z.string().check(z.length(16))),
      end: z.int(),
      links_epoch: z.int(),
    }),
  ),
  offer_id: z.optional(z.int()),
  roles: z.record(z.string(), z.strictObject({ r: role, m: z.int(), s: z.int() })),
});

/** A complete event without other attributes than its budgets have. */
const eventItem = z.strictObject({
  PK: z.string(),
  SK: z.string(),
  head_id: z.int(),
  expires_at: z.optional(z.int()),
  head,
  budgets: storedMap,
  invitations: storedMap,
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

/** The account that an item is. Fails if it has other attributes than those that are read. */
function accountIn(item: unknown): Account {
  const { PK: _, SK, ...stored } = anyItem.parse(item);
  const account = accountItem.parse(stored);
  expect([SK, account]).toEqual(['ACCOUNT', stored]);
  const { password_hash, sessions, tokens, factor, writes, version } = account;
  // Empty if the account is being deleted.
  expect(password_hash).toMatch(/^(?:.{60})?$/);
  for (const { n } of Object.values(sessions)) expect(n).toHaveLength(8);
  for (const hash of [...Object.values(tokens).map(({ h }) => h), ...(factor?.r ?? [])])
    expect(hash).toHaveLength(32);
  expect(writes.map(({ length }) => length)).toEqual([12, 12, 12, 12]);
  expect(version).toBeGreaterThan(0);
  return account;
}

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
    return found && accountIn(found);
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
      const { events = [], trash = [] } = Object.groupBy(all, (event) =>
        isInTrash(event) ? 'trash' : 'events',
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
    .map(accountIn);

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
  const events = all.filter(({ SK }) => SK.startsWith('EVENT#')).map(wholeEvent);
  const needed = [
    ...events.flatMap(({ id, ownerId, share_link: link, members, invitations }) => [
      ...(link ? [textOf(linkKey(link.id), ownerId, id, link.hash)] : []),
      ...members.map((member) => textOf(sharedKey(member.accountId, id), id, ownerId, member.id)),
      ...invitations.map(({ email, id: invitationId, role }) =>
        textOf(invitationKey(email, invitationId), invitationId, id, ownerId, role),
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

export type StoredAccount = Account;
export type StoredFactor = NonNullable<StoredAccount['factor']>;

export type StoredEvent = Event & Pick<z.output<typeof eventItem>, 'author'>;

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

/** The event that an item is. */
export function sharedEventIn(item: unknown): SharedEvent {
  const event = wholeEvent(item);
  const { id, ownerId, version, name, budgets, members, invitations, share_link, offer_id } = event;
  return {
    ...{ id, ownerId, version, name, isInTrash: isInTrash(event) },
    budgets: Object.fromEntries(budgets.map(({ id, amount_cents: a, version: r }) => [id, { a, r }])),
    roles: Object.fromEntries(members.map(({ accountId, role: r, id: m }) => [accountId, { r, m }])),
    invitations: Object.fromEntries(
      invitations.map((each) => {
        const m = each.role === 'owner' ? each.membershipId : undefined;
        return [each.email, { i: each.id, r: each.role, ...(m !== undefined && { m }) }];
      }),
    ),
    link: share_link && Number(`0x${share_link.id}`),
    ...(offer_id !== undefined && { offer: offer_id }),
  };
}

const KEPT_MS = 2_592_000_000;

/**
 * The event that an item is. Fails if what follows from other attributes isn't as they say, or if the index or the table's
 * time to live has it where it doesn't belong.
 */
function wholeEvent(item: unknown): StoredEvent {
  const { head_id, expires_at, author, ...stored } = eventItem.parse(item);
  const event = eventIn(item);
  const { id, deleted_at, members, invitations, share_link, budgets, version, frame } = event;
  expect([head_id, expires_at]).toEqual(
    deleted_at === undefined ? [id, undefined] : [-id, Math.ceil((deleted_at + KEPT_MS) / 1_000)],
  );
  if (deleted_at !== undefined) expect([members, invitations, share_link]).toEqual([[], [], undefined]);
  // They have no other attributes than those that are read.
  expect(storedBudgets(event)).toEqual(stored.budgets);
  expect(storedInvitations(invitations)).toEqual(stored.invitations);
  expectSound(event);
  expect(frame).toBeLessThan(version);
  for (const budget of budgets) {
    expect(budget.version).toBeLessThanOrEqual(version);
    expect(budget.updated_at === undefined).toBe(budget.version === 0);
  }
  return { ...event, author };
}
