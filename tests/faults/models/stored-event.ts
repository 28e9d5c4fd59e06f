import { expect } from 'vitest';
import * as z from 'zod/mini';
import { type Role, role } from '../../../lib/auth/roles.ts';
import { emailKey, invitationKey, type PrimaryKey, sharedKey } from '../../../lib/dynamodb/keys.ts';

const eventItem = z.object({
  PK: z.string(),
  SK: z.string(),
  head_id: z.int(),
  expires_at: z.optional(z.int()),
  head: z.object({
    name: z.string(),
    version: z.int(),
    deleted_at: z.optional(z.int()),
    roles: z.record(z.string(), z.object({ r: role, m: z.int() })),
  }),
  budgets: z.record(z.string(), z.object({ a: z.int(), r: z.int() })),
  invitations: z.record(z.string(), z.object({ i: z.int(), r: role })),
});

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
  /** By e-mail address. */
  invitations: Record<string, { i: number; r: Role }>;
}

const KEPT_MS = 2_592_000_000;

/** The event that an item is. Fails if the index or the table's time to live has it where it doesn't belong. */
export function sharedEventIn(item: unknown): SharedEvent {
  const { PK, SK, head_id, expires_at, head, budgets, invitations } = eventItem.parse(item);
  const { deleted_at, ...fields } = head;
  const id = Number(SK.replace('EVENT#', ''));
  const isInTrash = deleted_at !== undefined;
  expect([head_id, expires_at]).toEqual(
    isInTrash ? [-id, Math.ceil((deleted_at + KEPT_MS) / 1_000)] : [id, undefined],
  );
  if (isInTrash) expect([fields.roles, invitations]).toEqual([{}, {}]);
  return { id, ownerId: PK.replace('ACCOUNT#', ''), ...fields, isInTrash, budgets, invitations };
}

export type Who = Role | 'owner' | undefined;

/** Nobody has a role in an event in the trash. */
export const roleOf = ({ ownerId, roles, isInTrash }: SharedEvent, accountId: string): Who =>
  isInTrash ? undefined : accountId === ownerId ? 'owner' : roles[accountId]?.r;

/** The ids of an event, its budgets and its invitations. */
export const idsIn = (event: SharedEvent | undefined): number[] =>
  event
    ? [
        event.id,
        ...Object.keys(event.budgets).map(Number),
        ...Object.values(event.invitations).map(({ i }) => i),
      ]
    : [];

const anyItem = z.looseObject({ PK: z.string(), SK: z.string() });
const accountItem = z.object({ account_id: z.string(), email: z.string(), leaving: z.optional(z.int()) });
const pointerItem = z.object({
  head_id: z.int(),
  head: z.object({ owner_id: z.string(), membership_id: z.int() }),
});
const invitationItem = z.object({
  owner_id: z.string(),
  event_id: z.int(),
  invitation_id: z.int(),
  role,
});
const addressItem = z.object({ account_id: z.string() });

/** The account of each e-mail address: those that aren't leaving. */
export const accountsIn = (items: unknown[]): { id: string; email: string }[] =>
  z
    .array(anyItem)
    .parse(items)
    .filter(({ PK }) => PK.startsWith('PERSON#'))
    .map((item) => accountItem.parse(item))
    .filter(({ leaving }) => leaving === undefined)
    .map(({ account_id: id, email }) => ({ id, email }));

const textOf = ({ PK, SK }: PrimaryKey, ...values: (string | number)[]) => [PK, SK, ...values].join(' ');

/**
 * The items that lead to events and accounts, and those that there have to be: a pointer for each role, an item for each
 * invitation, and one for each account's address. Both have to be the same.
 */
export function linksIn(items: unknown[]): Record<'found' | 'needed', string[]> {
  const all = z.array(anyItem).parse(items);
  const found = all.flatMap((item) => {
    if (item.SK.startsWith('SHARED#')) {
      const { head_id, head } = pointerItem.parse(item);
      return textOf(item, head_id, head.owner_id, head.membership_id);
    }
    if (item.SK.startsWith('INVITATION#')) {
      const { invitation_id, event_id, owner_id, role } = invitationItem.parse(item);
      return textOf(item, invitation_id, event_id, owner_id, role);
    }
    const isAddress = item.PK.startsWith('EMAIL#') && item.SK === 'ACCOUNT';
    return isAddress ? textOf(item, addressItem.parse(item).account_id) : [];
  });
  const events = all.filter(({ SK }) => SK.startsWith('EVENT#')).map(sharedEventIn);
  const needed = [
    ...events.flatMap(({ id, ownerId, roles, invitations }) => [
      ...Object.entries(roles).map(([accountId, { m }]) => textOf(sharedKey(accountId, id), id, ownerId, m)),
      ...Object.entries(invitations).map(([email, { i, r }]) =>
        textOf(invitationKey(email, i), i, id, ownerId, r),
      ),
    ]),
    ...accountsIn(all).map(({ id, email }) => textOf(emailKey(email), id)),
  ];
  return { found: found.sort(), needed: needed.sort() };
}
