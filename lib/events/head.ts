import * as z from 'zod/mini';
import { type Role, role } from '../auth/roles.ts';
import { type Digits, digits, digitsOf } from '../money/amount.ts';

/** The members of an event by account id. Short, because the index `heads` projects it. */
export const roleMap = z.record(
  z.string(),
  z.object({
    /** Role. */
    r: role,
    /** Id of the membership. */
    m: z.int(),
    /** Since when, in Unix time (seconds). */
    s: z.int(),
  }),
);

/** That another account than the owner's has a role in an event. */
export interface Membership {
  id: number;
  accountId: string;
  role: Role;
  /** Unix time in seconds. */
  since: number;
}

export const membershipsIn = (roles: z.output<typeof roleMap>): Membership[] =>
  Object.entries(roles).map(([accountId, { m, r, s }]) => ({ id: m, accountId, role: r, since: s }));

/** A sum of amounts, or of budgets. DynamoDB's client returns it as a bigint above 2^53. */
const sum = z.union([z.int(), z.bigint()]);

export const storedHead = z.object({
  name: z.string(),
  description: z.string(),
  event_date: z.string(),
  /** ISO 4217. */
  currency: z.optional(z.string()),
  /** The fractional digits of all amounts, which are in minor units. Set together with the currency. */
  digits: z.optional(digits),
  limit_cents: z.optional(z.int()),
  guests: z.optional(z.int()),
  budgets_count: z.int(),
  // Sums that only grow, so that an update which is sent twice adds and removes the same.
  planned_added: sum,
  planned_removed: sum,
  spent_added: sum,
  spent_removed: sum,
  // Absent until a budget is income, or an amount has a due date.
  income_added: z.optional(sum),
  income_removed: z.optional(sum),
  due_added: z.optional(sum),
  due_removed: z.optional(sum),
  open_added: z.optional(sum),
  open_removed: z.optional(sum),
  /** Raised by every write to the event or its budgets. */
  version: z.int(),
  /** Raised by every change of the members and the invited. */
  sharing: z.int(),
  /** Unix time of the last write, in milliseconds. */
  updated_at: z.int(),
  roles: roleMap,
});

/** What the index `heads` projects of an event: everything but its budgets and invitations. */
const headItem = z.object({ head_id: z.int(), head: storedHead });

export type StoredHead = z.output<typeof storedHead>;

/** The part of a head that a person sets. */
export type HeadFields = Pick<
  StoredHead,
  'name' | 'description' | 'event_date' | 'currency' | 'digits' | 'limit_cents' | 'guests'
>;

/** An event as a list has it. Amounts are in minor units of its currency. */
export interface EventHead {
  id: number;
  version: number;
  name: string;
  description: string;
  event_date: string;
  /** ISO 4217. */
  currency?: string;
  /** The fractional digits of its amounts. */
  digits: Digits;
  limit_cents?: number;
  guests?: number;
  budgets_count: number;
  total_cents: number;
  spent_cents: number;
  income_cents: number;
  /** How many amounts to pay have a due date. */
  due_count: number;
  /** How many of them aren't paid. */
  open_count: number;
  /** Unix time of the last write, in milliseconds. */
  updated_at: number;
  members: Membership[];
}

/** The head of the event that an item is. */
export function headIn(item: unknown): EventHead {
  const { head_id, head } = headItem.parse(item);
  return headOf(head_id, head);
}

export function headOf(id: number, head: StoredHead): EventHead {
  const { name, description, event_date, currency, limit_cents, guests, version, updated_at, roles } = head;
  return {
    id,
    version,
    name,
    description,
    event_date,
    digits: digitsOf(head),
    budgets_count: head.budgets_count,
    total_cents: difference(head.planned_added, head.planned_removed),
    spent_cents: difference(head.spent_added, head.spent_removed),
    income_cents: difference(head.income_added, head.income_removed),
    due_count: difference(head.due_added, head.due_removed),
    open_count: difference(head.open_added, head.open_removed),
    updated_at,
    members: membershipsIn(roles),
    ...(currency !== undefined && { currency }),
    ...(limit_cents !== undefined && { limit_cents }),
    ...(guests !== undefined && { guests }),
  };
}

const difference = (added: number | bigint = 0, removed: number | bigint = 0): number =>
  Number(BigInt(added) - BigInt(removed));

/** The version of a new event. */
export const FIRST_EVENT_VERSION = 1;

/** The head of a new event. */
export const newHead = (fields: HeadFields): StoredHead => ({
  ...fields,
  budgets_count: 0,
  planned_added: 0,
  planned_removed: 0,
  spent_added: 0,
  spent_removed: 0,
  version: FIRST_EVENT_VERSION,
  sharing: 0,
  updated_at: Date.now(),
  roles: {},
});
