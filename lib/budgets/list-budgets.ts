import * as z from 'zod/mini';
import { type Budget, kind } from '../events/budget.ts';
import { flagParameter } from '../lists/flag.ts';
import { byNumber, byText, sortedAfter, sortParameter } from '../lists/order.ts';
import { isFound, searchParameter } from '../lists/search.ts';
import { listOf, listResponse } from '../lists/page.ts';
import { budgetResponse, toBudgetResponse } from './response.ts';
import { isPaidAs } from './paid.ts';
import { type Plan, summarize, summaryResponse } from './totals.ts';

/** Query parameters of the list. */
export const budgetsQuery = z.object({
  category: z.optional(
    budgetResponse.shape.category.check(
      z.meta({ description: 'Budgets of exactly this category, such as `Music`' }),
    ),
  ),
  q: searchParameter(
    'Budgets whose name contains this text, such as `band`. Case and accents make no difference',
  ),
  kind: z.optional(kind.check(z.meta({ description: 'Only `expense` or only `income`' }))),
  paid: flagParameter('`true` for paid budgets only, `false` for all others'),
  sort: sortParameter<Budget>({
    name: byText(({ name }) => name),
    category: byText(({ category }) => category),
    amount: byNumber(({ amount_cents }) => amount_cents),
    spent: byNumber(({ spent_cents }) => spent_cents),
  }),
});

type BudgetsQuery = z.output<typeof budgetsQuery>;

/** Response fields of the list. */
export const budgetListResponse = { ...listResponse(budgetResponse), summary: summaryResponse };

/** The budgets that match a query, and the summary of all budgets. */
export function toBudgetList(plan: Plan<Budget>, query: BudgetsQuery) {
  const found = sortedAfter(
    plan.budgets.filter((budget) => matches(budget, query)),
    query.sort,
  );
  return { ...listOf(found.map(toBudgetResponse)), summary: summarize(plan) };
}

const matches = (budget: Budget, { category, q, kind, paid }: BudgetsQuery): boolean =>
  (category === undefined || budget.category === category) &&
  (!q || isFound(q, [budget.name])) &&
  (!kind || (budget.kind ?? 'expense') === kind) &&
  isPaidAs(paid, budget);
