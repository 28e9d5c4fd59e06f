import { amountsToPay, type Budget } from './budget.ts';

/** What of a budget is in sums. */
export type Summand = Pick<Budget, 'kind' | 'amount_cents' | 'spent_cents' | 'estimate_cents'>;

/**
 * The sums of amounts in minor units: of expenses, and of income, which has `received_cents` instead of what was spent. What
 * income was estimated at is in no sum.
 */
export function amountSums(budgets: Summand[]) {
  const expenses = budgets.filter(({ kind }) => kind !== 'income');
  const income = budgets.filter(({ kind }) => kind === 'income');
  return {
    total_cents: sumOf(expenses, 'amount_cents'),
    spent_cents: sumOf(expenses, 'spent_cents'),
    income_cents: sumOf(income, 'amount_cents'),
    received_cents: sumOf(income, 'spent_cents'),
    estimates_count: expenses.filter(({ estimate_cents }) => estimate_cents !== undefined).length,
    estimate_cents: sumOf(expenses, 'estimate_cents'),
  };
}

const sumOf = (budgets: Summand[], amount: 'amount_cents' | 'spent_cents' | 'estimate_cents'): number =>
  budgets.reduce((sum, budget) => sum + (budget[amount] ?? 0), 0);

/** Numbers that the head of an event has of its budgets. */
export const SUMS = [
  'budgets_count',
  'total_cents',
  'spent_cents',
  'income_cents',
  'estimates_count',
  'estimate_cents',
  'due_count',
] as const;

/** What the head of an event has of its budgets. */
export type HeadSums = Record<(typeof SUMS)[number], number> & {
  open_days: Record<string, number>;
};

export function headSums(budgets: Budget[]): HeadSums {
  const { received_cents: _, ...sums } = amountSums(budgets);
  const due = budgets.flatMap(amountsToPay);
  return {
    budgets_count: budgets.length,
    ...sums,
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
