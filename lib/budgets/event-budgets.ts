import { ConflictError, NotFoundError } from '../errors.ts';
import type { Budget } from '../events/budget.ts';
import { type Event, MAX_BUDGETS, withBudgets } from '../events/event.ts';
import { problem } from '../problem.ts';

export const eventFull = () =>
  new ConflictError(
    'budgets',
    problem('full', 'are full (maximum is {maximum} per event)', { maximum: MAX_BUDGETS }),
  );

/** The budget of an event with this id. Throws `NotFoundError`. */
export function budgetIn(event: Event, id: number): Budget {
  const budget = event.budgets.find((each) => each.id === id);
  if (!budget) throw new NotFoundError('There is no such budget');
  return budget;
}

/** The event with these budgets instead of its own. Throws `ConflictError` if they are too many. */
export function withAllBudgets(event: Event, budgets: Budget[]): Event {
  if (budgets.length > MAX_BUDGETS) throw eventFull();
  return withBudgets(event, budgets);
}

/** The event with further budgets. Throws `ConflictError` if they are too many. */
export const withNewBudgets = (event: Event, budgets: Budget[]): Event =>
  withAllBudgets(event, [...event.budgets, ...budgets]);

/** The event with a changed budget, which gets its next version. */
export const withChangedBudget = (event: Event, budget: Budget): Event =>
  withBudgets(
    event,
    event.budgets.map((each) => (each.id === budget.id ? { ...budget, version: each.version + 1 } : each)),
  );
