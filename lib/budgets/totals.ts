import * as z from 'zod/mini';
import type { Digits } from '../money/amount.ts';
import { balanceOf, balanceResponse, limitOf, limitResponse } from '../events/totals.ts';
import type { Budget } from '../events/budget.ts';
import { budgetResponse } from './response.ts';

type Line = Pick<Budget, 'category' | 'kind' | 'amount_cents' | 'spent_cents'>;

/** Schema of the summary in a response. */
export const summaryResponse = z
  .extend(balanceResponse, {
    ...limitResponse.shape,
    categories: z.array(
      z
        .extend(balanceResponse, { category: budgetResponse.shape.category })
        .check(z.meta({ id: 'CategorySummary' })),
    ),
  })
  .check(
    z.meta({
      id: 'Summary',
      examples: [
        {
          total_amount: 2050.5,
          total_spent: 950.5,
          remaining: 1100,
          over_budget: false,
          categories: [
            {
              category: 'Music',
              total_amount: 800,
              total_spent: 950.5,
              remaining: -150.5,
              over_budget: true,
            },
            { category: 'Food', total_amount: 1250.5, total_spent: 0, remaining: 1250.5, over_budget: false },
          ],
        },
      ],
    }),
  );

/** What an event's lines are a part of. */
export interface Plan<Of = Line> {
  digits: Digits;
  budgets: Of[];
  limit_cents?: number;
}

/** The sums of an event's lines, in total and per category in order of first appearance, and what is left of its limit. */
export function summarize({ digits, budgets, limit_cents }: Plan) {
  const total = { digits, ...sumsOf(budgets), ...(limit_cents !== undefined && { limit_cents }) };
  return {
    ...balanceOf(total),
    ...limitOf(total),
    categories: [...Map.groupBy(budgets, ({ category }) => category)].map(([category, ofCategory]) => ({
      category,
      ...balanceOf({ digits, ...sumsOf(ofCategory) }),
    })),
  };
}

/** Sums in minor units. What is received of income is in none of them. */
export function sumsOf(lines: Line[]) {
  const expenses = lines.filter(({ kind }) => kind !== 'income');
  const income = lines.filter(({ kind }) => kind === 'income');
  return {
    total_cents: sumOf(expenses, 'amount_cents'),
    spent_cents: sumOf(expenses, 'spent_cents'),
    income_cents: sumOf(income, 'amount_cents'),
  };
}

const sumOf = (lines: Line[], amount: 'amount_cents' | 'spent_cents'): number =>
  lines.reduce((sum, line) => sum + line[amount], 0);
