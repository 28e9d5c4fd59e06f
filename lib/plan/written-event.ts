import type { Change } from '../dynamodb/changes.ts';
import { type Event, withBudgets } from './event.ts';
import { byId } from './stored-budget.ts';

/** Options of every write of an event. */
export interface WriteOptions<Written, Result> {
  /** Makes the result of what was decided, which may be decided again. What is deleted is as it was. */
  reply: (written: Written) => Result;
  /** Stores the result under the request's `Idempotency-Key`, together with the write. */
  idempotencyRecord?: ((result: Result) => Change) | undefined;
}

/** An event before and after a write. */
export interface WrittenEvent {
  before: Event;
  after: Event;
}

/** An event as it was decided, with its sums, its next version, and those of the budgets that are other objects than before. */
export function withNextVersions(before: Event, decided: Event): Event {
  const updated_at = Date.now();
  const was = new Map(before.budgets.map((budget) => [budget.id, budget]));
  const next = decided.budgets.map((is) => {
    const budget = was.get(is.id);
    return !budget || budget === is ? is : { ...is, version: budget.version + 1, updated_at };
  });
  // The order in which a read returns them.
  const budgets = next.sort(byId);
  return { ...withBudgets(decided, budgets), version: before.version + 1, updated_at };
}
