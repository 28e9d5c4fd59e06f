import { amountOf } from './amount.ts';
import type { Budget } from './budget.ts';

type Amounts = Pick<Budget, 'amount_cents' | 'spent_cents'>;

/** What the budgets add up to, in whole cents. */
export const totalCents = (budgets: Amounts[], amount: keyof Amounts = 'amount_cents'): number =>
  budgets.reduce((sum, budget) => sum + budget[amount], 0);

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
