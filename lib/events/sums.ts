import { amountsToPay, type Budget } from './budget.ts';

type Summand = Pick<Budget, 'kind' | 'amount_cents' | 'spent_cents'>;

/** The sums of amounts in minor units: of expenses, and of income, which has `received_cents` instead of what was spent. */
export function amountSums(budgets: Summand[]) {
  const expenses = budgets.filter(({ kind }) => kind !== 'income');
  const income = budgets.filter(({ kind }) => kind === 'income');
  return {
    total_cents: sumOf(expenses, 'amount_cents'),
    spent_cents: sumOf(expenses, 'spent_cents'),
    income_cents: sumOf(income, 'amount_cents'),
    received_cents: sumOf(income, 'spent_cents'),
  };
}

const sumOf = (budgets: Summand[], amount: 'amount_cents' | 'spent_cents'): number =>
  budgets.reduce((sum, budget) => sum + budget[amount], 0);

/** The numbers that the head of an event has of its budgets. */
export const SUMS = ['budgets_count', 'total_cents', 'spent_cents', 'income_cents', 'due_count'] as const;

/** What the head of an event has of its budgets. */
export type HeadSums = Record<(typeof SUMS)[number], number> & { open_days: Record<string, number> };

export function headSums(budgets: Budget[]): HeadSums {
  const { total_cents, spent_cents, income_cents } = amountSums(budgets);
  const due = budgets.flatMap(amountsToPay);
  return {
    budgets_count: budgets.length,
    total_cents,
    spent_cents,
    income_cents,
    /** How many amounts to pay have a due date. */
    due_count: due.length,
    open_days: countsOf(due.filter(({ paid }) => !paid).map(({ due_date }) => due_date)),
  };
}

function countsOf(days: string[]): Record<string, number> {
  const counts: Record<string, number> = {};
  for (const day of days) counts[day] = (counts[day] ?? 0) + 1;
  return counts;
}
