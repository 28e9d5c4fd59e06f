import { freeId, nextId } from '../id.ts';
import type { EventCaller } from './access.ts';
import type { Budget } from './budget.ts';
import { type NamedVersions, openTo, requireVersion, writeEvent } from './change-event.ts';
import { addedBudget, changedBudgetOf } from './changed-items.ts';
import {
  budgetIn,
  type Event,
  requireSize,
  type WriteOptions,
  type WrittenEvent,
  withAllBudgets,
  withNextVersions,
} from './event.ts';
import type { HeadSums } from './sums.ts';

/** The part of an event that the decision on one budget may see: nothing that others change while they write other budgets. */
export type BudgetContext = Omit<Event, 'budgets' | 'version' | 'updated_at' | keyof HeadSums>;

/** A budget after a write, in its event before and after it. */
export interface WrittenBudget extends WrittenEvent {
  budget: Budget;
}

interface BudgetChange<Result> extends WriteOptions<WrittenBudget, Result> {
  /** Throws `not_found` if the budget doesn't have what is to be changed in it. */
  find?: (budget: Budget) => unknown;
  /** The budget's. */
  versions: NamedVersions;
  /**
   * Decides what becomes of the budget: `undefined` deletes it, and the same object leaves it as it is. May be called again, on
   * a newer one. Throws a `Rejection`.
   */
  decide: (budget: Budget, context: BudgetContext) => Budget | undefined;
}

/**
 * Changes one budget of an event. The write requires that neither this budget nor the frame has changed, so that changes of
 * different budgets at once don't meet. Throws a `Rejection`.
 */
export const changeBudget = <Result>(
  caller: EventCaller,
  eventId: number,
  budgetId: number,
  { find, versions, decide, reply, idempotencyRecord }: BudgetChange<Result>,
): Promise<Result> =>
  writeEvent(openTo(caller, eventId), {
    idempotencyRecord,
    decide: (found, writeId) => {
      const { event: before } = found;
      const was = budgetIn(before, budgetId);
      find?.(was);
      requireVersion(was, versions);
      const decided = decide(was, before);
      if (decided === was) return { changes: [], result: reply({ before, after: before, budget: was }) };
      const budgets = before.budgets.flatMap((each) => (each === was ? (decided ?? []) : each));
      const after = withNextVersions(before, { ...before, budgets });
      requireSize(after, before);
      const is = after.budgets.find(({ id }) => id === budgetId);
      const result = reply({ before, after, budget: is ?? was });
      return { changes: [changedBudgetOf({ found, after, writeId, author: caller }, was, is)], result };
    },
  });

interface BudgetCreation<Result> extends WriteOptions<WrittenBudget, Result> {
  /** The event's. */
  versions: NamedVersions;
  /** Makes the budget. May be called again, on newer context. Throws a `Rejection`. */
  make: (context: BudgetContext, budgetId: number) => Budget;
}

/**
 * Adds a budget to an event. The write requires that the frame hasn't changed and that there is room for it. Throws a
 * `Rejection`.
 */
export function addBudget<Result>(
  caller: EventCaller,
  eventId: number,
  { versions, make, reply, idempotencyRecord }: BudgetCreation<Result>,
): Promise<Result> {
  // The same in every round, so that two of them can't both be done.
  let id = nextId();
  return writeEvent(openTo(caller, eventId, versions), {
    idempotencyRecord,
    decide: (found, writeId) => {
      const { event: before } = found;
      id = freeId(before.budgets, id);
      const budget = make(before, id);
      const after = withNextVersions(before, withAllBudgets(before, [...before.budgets, budget]));
      requireSize(after, before);
      const change = addedBudget({ found, after, writeId, author: caller }, budget, versions !== undefined);
      return { changes: [change], result: reply({ before, after, budget }) };
    },
  });
}
