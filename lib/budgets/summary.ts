import * as z from 'zod/mini';
import { amountResponse, toAmount } from '../amount.ts';
import { type Budget, budgetResponse } from './budget.ts';

type Amounts = Pick<Budget, 'amount_cents' | 'spent_cents'>;

/** Sum of the budgets in whole cents. */
export const totalCents = (budgets: Amounts[], amount: keyof Amounts = 'amount_cents'): number =>
  budgets.reduce((sum, budget) => sum + budget[amount], 0);

const balanceResponse = z.object({
  total_amount: amountResponse,
  total_spent: amountResponse,
  remaining: amountResponse,
  over_budget: z.boolean(),
});

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

function balance(budgets: Amounts[]) {
  const planned = totalCents(budgets);
  const spent = totalCents(budgets, 'spent_cents');
  return {
    total_amount: toAmount(planned),
    total_spent: toAmount(spent),
    remaining: toAmount(planned - spent),
    over_budget: spent > planned,
  };
}
