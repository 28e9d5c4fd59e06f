import * as z from 'zod/mini';
import { digits } from '../amount.ts';
import { memberMap } from './roles.ts';

/** A sum of amounts, or of lines. DynamoDB's client returns it as a bigint above 2^53. */
const sum = z.union([z.int(), z.bigint()]);

export const head = z.object({
  name: z.string(),
  description: z.string(),
  event_date: z.string(),
  /** ISO 4217. */
  currency: z.optional(z.string()),
  /** The fractional digits of all amounts, which are in minor units. Set together with the currency. */
  digits: z.optional(digits),
  limit_cents: z.optional(z.int()),
  budgets_count: z.int(),
  // Sums that only grow, so that an update which is sent twice adds and removes the same.
  planned_added: sum,
  planned_removed: sum,
  spent_added: sum,
  spent_removed: sum,
  // Absent until a line is income, or has a due date.
  income_added: z.optional(sum),
  income_removed: z.optional(sum),
  due_added: z.optional(sum),
  due_removed: z.optional(sum),
  /** Raised by every write to the event or its budgets. */
  version: z.int(),
  /** Unix time of the last write, in milliseconds. */
  updated_at: z.int(),
  roles: memberMap,
});

/** What the index `heads` projects of an event: everything but its budgets. */
export const headItem = z.object({ head_id: z.int(), head });

export type Head = z.output<typeof head>;

/** The part of a head that a person sets. */
export type HeadFields = Pick<
  Head,
  'name' | 'description' | 'event_date' | 'currency' | 'digits' | 'limit_cents'
>;

/** The version of a new event. */
export const FIRST_VERSION = 1;

/** The head of a new event. */
export const newHead = (fields: HeadFields): Head => ({
  ...fields,
  budgets_count: 0,
  planned_added: 0,
  planned_removed: 0,
  spent_added: 0,
  spent_removed: 0,
  version: FIRST_VERSION,
  updated_at: Date.now(),
  roles: {},
});

/** The sums of an event's lines: in minor units, and how many have a due date. */
export const sumsOf = (head: Head) => ({
  planned: difference(head.planned_added, head.planned_removed),
  spent: difference(head.spent_added, head.spent_removed),
  income: difference(head.income_added, head.income_removed),
  due: difference(head.due_added, head.due_removed),
});

const difference = (added: number | bigint = 0, removed: number | bigint = 0): number =>
  Number(BigInt(added) - BigInt(removed));
