import type { Budget } from '../events/budget.ts';
import type { Event } from '../events/event.ts';
import { sortedAfter } from '../lists/order.ts';
import { listOf } from '../lists/page.ts';
import { isFound } from '../lists/search.ts';
import { isPaid, isSelected } from './filters.ts';
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

function matches(budget: Budget, query: BudgetsQuery): boolean {
  const { name, category, vendor = '', note = '', kind } = budget;
  return (
    (query.category === undefined || category === query.category) &&
    (query.vendor === undefined || vendor === query.vendor) &&
    (!query.q || isFound(query.q, [name, vendor, category, note])) &&
    isSelected({ kind, paid: isPaid(budget) }, query)
  );
}
