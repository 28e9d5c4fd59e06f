import * as z from 'zod/mini';
import { amountOf, shownAmount } from './amount.ts';
import { type Budget, shownBudget } from './budget.ts';

type Amounts = Pick<Budget, 'amount_cents' | 'spent_cents'>;

/** What the budgets add up to, in whole cents. */
export const totalCents = (budgets: Amounts[], amount: keyof Amounts = 'amount_cents'): number =>
  budgets.reduce((sum, budget) => sum + budget[amount], 0);

const shownBalance = z.object({
  total_amount: shownAmount,
  total_spent: shownAmount,
  remaining: shownAmount,
  over_budget: z.boolean().check(z.meta({ examples: [false] })),
});

/** The summary as an answer shows it. */
export const shownSummary = z.extend(shownBalance, {
  categories: z.array(z.extend(shownBalance, { category: shownBudget.shape.category })),
});

/** What is planned and spent in all, and in each category by its first appearance. */
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
    total_amount: amountOf(planned),
    total_spent: amountOf(spent),
    remaining: amountOf(planned - spent),
    over_budget: spent > planned,
  };
}
