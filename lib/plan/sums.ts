import type { Budget } from './budget.ts';
import { amountsLeft, amountsPaid } from './to-pay.ts';

/**
 * The sums of amounts in minor units: of expenses, and of income, which has `received_cents` and `to_receive_cents` instead of
 * what was spent and is to pay. What income was estimated at is in no sum.
 */
export function amountSums(budgets: Budget[]) {
  const expenses = budgets.filter(({ kind }) => kind !== 'income');
  const income = budgets.filter(({ kind }) => kind === 'income');
  return {
    total_cents: sumOf(expenses, ({ amount_cents }) => amount_cents),
    spent_cents: sumOf(expenses, ({ spent_cents }) => spent_cents),
    to_pay_cents: sumOf(expenses, leftOf),
    income_cents: sumOf(income, ({ amount_cents }) => amount_cents),
    received_cents: sumOf(income, ({ spent_cents }) => spent_cents),
    to_receive_cents: sumOf(income, leftOf),
    estimates_count: expenses.filter(({ estimate_cents }) => estimate_cents !== undefined).length,
    estimate_cents: sumOf(expenses, ({ estimate_cents = 0 }) => estimate_cents),
  };
}

/** Amount still to pay of a budget, or to receive, in minor units. */
export const leftOf = (budget: Budget): number => sumOf(amountsLeft(budget), ({ left_cents }) => left_cents);

const sumOf = <Summand>(all: Summand[], amountOf: (each: Summand) => number): number =>
  all.reduce((sum, each) => sum + amountOf(each), 0);

/** Numbers that the head of an event has of its budgets. */
export const SUMS = [
  'budgets_count',
  'total_cents',
  'spent_cents',
  'to_pay_cents',
  'income_cents',
  'to_receive_cents',
  'estimates_count',
  'estimate_cents',
  'paid_count',
] as const;

/** Sums of the budgets in an event's head. */
export type HeadSums = Record<(typeof SUMS)[number], number> & {
  open_days: Record<string, number>;
};

export function headSums(budgets: Budget[]): HeadSums {
  const { received_cents: _, ...sums } = amountSums(budgets);
  return {
    budgets_count: budgets.length,
    ...sums,
    /** Number of paid amounts. */
    paid_count: budgets.flatMap(amountsPaid).length,
    open_days: countsOf(budgets.flatMap(amountsLeft).flatMap(({ due_date }) => due_date ?? [])),
  };
}

function countsOf(days: string[]): Record<string, number> {
  const counts: Record<string, number> = {};
  for (const day of days) counts[day] = (counts[day] ?? 0) + 1;
  return counts;
}
