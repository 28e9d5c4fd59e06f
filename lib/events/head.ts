import * as z from 'zod/mini';
import { memberMap } from './roles.ts';

/** A sum of cents. DynamoDB's client returns it as a bigint above 2^53. */
const sum = z.union([z.int(), z.bigint()]);

const head = z.object({
  name: z.string(),
  description: z.string(),
  event_date: z.string(),
  budgets_count: z.int(),
  // Sums that only grow, so that an update which is sent twice adds and removes the same.
  planned_added: sum,
  planned_removed: sum,
  spent_added: sum,
  spent_removed: sum,
  /** Raised by every write to the event or its budgets. */
  version: z.int(),
  /** Unix time of the last write, in milliseconds. */
  updated_at: z.int(),
  roles: memberMap,
});

/** What the index `heads` projects of an event: everything but its budgets. */
export const headItem = z.object({ head_id: z.int(), head });

/** The part of a head that a person sets. */
export type HeadFields = Pick<z.output<typeof head>, 'name' | 'description' | 'event_date'>;

/** The version of a new event. */
export const FIRST_VERSION = 1;

/** The head of a new event. */
export const newHead = (fields: HeadFields): z.output<typeof head> => ({
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

/** The total in whole cents of what was added and removed. */
export const totalOf = (added: number | bigint, removed: number | bigint): number =>
  Number(BigInt(added) - BigInt(removed));
