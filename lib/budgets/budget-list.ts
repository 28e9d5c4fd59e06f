import { listOf, listResponse } from '../page.ts';
import { type Budget, budgetResponse, toBudgetResponse } from './budget.ts';
import { summarize, summaryResponse } from './summary.ts';

/** Response fields for the budgets of an event. */
export const budgetListResponse = { ...listResponse(budgetResponse), summary: summaryResponse };

export const toBudgetListResponse = (budgets: Budget[]) => ({
  ...listOf(budgets.map(toBudgetResponse)),
  summary: summarize(budgets),
});
