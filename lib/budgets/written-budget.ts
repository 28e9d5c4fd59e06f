import * as z from 'zod/mini';
import type { Event } from '../events/event.ts';
import { listedBudget, toListedBudget } from './listed-budget.ts';
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

/** What shows the budgets that a write added or changed, with the totals of their event. */
export const writtenBudgets = { budgets: z.array(listedBudget), summary: eventTotalsResponse };

/** The representation of the budgets of an event that have these ids, each with its version. */
export const toWrittenBudgets = (event: Event, ids: number[]) => ({
  budgets: event.budgets
    .filter(({ id }) => ids.includes(id))
    .map((budget) => toListedBudget(budget, { include: ['version'] })),
  summary: toEventTotals(event),
});
