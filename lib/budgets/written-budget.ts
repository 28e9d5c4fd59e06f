import type { Event } from '../events/event.ts';
import { budgetResponse, toBudgetResponse } from './response.ts';
import { eventTotalsResponse, toEventTotals } from './totals.ts';

/** What shows a budget that was written, with the totals of its event. */
export const writtenBudget = { data: budgetResponse, summary: eventTotalsResponse };

/** The representation of a budget in its event, and its version; `undefined` if one of them is gone. */
export function toWrittenBudget(event: Event | undefined, id: number) {
  const budget = event?.budgets.find((other) => other.id === id);
  if (!event || !budget) return undefined;
  const representation = { data: toBudgetResponse(budget), summary: toEventTotals(event) };
  return { version: budget.version, representation };
}
