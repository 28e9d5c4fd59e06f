import type { Budget } from '../events/budget.ts';
import type { Event } from '../events/event.ts';
import { sortedAfter } from '../lists/order.ts';
import { listOf } from '../lists/page.ts';
import { isFound } from '../lists/search.ts';
import { toListedBudget } from './listed-budget.ts';
import type { BudgetsQuery } from './query.ts';
import { toEventTotals } from './totals.ts';

/** The budgets of an event that match a query, and the totals of all its budgets. */
export function toBudgetList(event: Event, query: BudgetsQuery) {
  const found = sortedAfter(
    event.budgets.filter((budget) => matches(budget, query)),
    query.sort,
  );
  return { ...listOf(found.map((budget) => toListedBudget(budget, query))), summary: toEventTotals(event) };
}

const matches = (budget: Budget, { category, q, kind, paid }: BudgetsQuery): boolean =>
  (category === undefined || budget.category === category) &&
  (!q || isFound(q, [budget.name])) &&
  (!kind || (budget.kind ?? 'expense') === kind) &&
  (paid === undefined || (budget.paid ?? false) === paid);
