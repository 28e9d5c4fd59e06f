import { eventTooLarge, Rejection } from '../errors.ts';
import { problem } from '../problem.ts';
import type { Budget } from './budget.ts';
import { type Event, MAX_BUDGETS } from './event.ts';
import type { WrittenEvent } from './written-event.ts';

const eventFull = () =>
  new Rejection('conflict', {
    field: 'budgets',
    problem: problem('full', 'An event can have at most {maximum} budgets.', { maximum: MAX_BUDGETS }),
  });

/** Reasons why a budget may not fit into its event. */
export const createBudgetConflicts = [eventFull, eventTooLarge];

/** The budget of an event with this id. Throws `not_found`. */
export function budgetIn(event: Event, id: number): Budget {
  const budget = event.budgets.find((each) => each.id === id);
  if (!budget) throw new Rejection('not_found');
  return budget;
}

/** The event with these budgets instead of its own. Throws `conflict` if they are too many. */
export function withAllBudgets(event: Event, budgets: Budget[]): Event {
  if (budgets.length > MAX_BUDGETS) throw eventFull();
  return { ...event, budgets };
}

/** The budgets that a write has added or changed. */
export function writtenBudgetsOf({ before, after }: WrittenEvent): Budget[] {
  const was = new Set(before.budgets);
  return after.budgets.filter((budget) => !was.has(budget));
}
