import * as z from 'zod/mini';
import type { Budget } from '../plan/budget.ts';
import type { WrittenBudget } from '../plan/change-event.ts';
import type { Event } from '../plan/event.ts';
import { eventTotalsResponse, toEventTotals } from './event-totals.ts';
import { budgetResponse, listedBudget, toBudgetResponse, toListedBudget } from './response.ts';

/** Shows a written budget with the totals of its event. */
export const writtenBudget = { data: budgetResponse, summary: eventTotalsResponse };

export const toWrittenBudget = ({ after, budget }: WrittenBudget) => ({
  data: toBudgetResponse(budget),
  summary: toEventTotals(after),
});

/** Shows the budgets that a write added or changed, with the totals of their event. */
export const writtenBudgets = { budgets: z.array(listedBudget), summary: eventTotalsResponse };

/** The representation of these budgets, each with its version, and of their event. */
export const toWrittenBudgets = (budgets: Budget[], event: Event) => ({
  budgets: budgets.map((budget) => toListedBudget(budget, {})),
  summary: toEventTotals(event),
});
