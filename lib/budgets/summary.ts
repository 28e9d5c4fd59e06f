import * as z from 'zod/mini';
import { balanceOf, balanceResponse } from '../events/balance.ts';
import { type Budget, budgetResponse } from './budget.ts';

type Amounts = Pick<Budget, 'amount_cents' | 'spent_cents'>;

/** Sum of the budgets in whole cents. */
export const totalCents = (budgets: Amounts[], amount: keyof Amounts = 'amount_cents'): number =>
  budgets.reduce((sum, budget) => sum + budget[amount], 0);

/** Schema of the summary in a response. */
export const summaryResponse = z
  .extend(balanceResponse, {
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

/** Planned and spent amounts, in total and per category in order of first appearance. */
export const summarize = (budgets: (Amounts & Pick<Budget, 'category'>)[]) => ({
  ...balance(budgets),
  categories: [...Map.groupBy(budgets, ({ category }) => category)].map(([category, ofCategory]) => ({
    category,
    ...balance(ofCategory),
  })),
});

const balance = (budgets: Amounts[]) => balanceOf(totalCents(budgets), totalCents(budgets, 'spent_cents'));
