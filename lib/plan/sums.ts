import * as z from 'zod/mini';
import { OldEventError } from '../errors.ts';
import type { Some } from '../schema.ts';
import { type Budget, isPaid, type Payment, sumOf } from './budget.ts';

/** A payment, or the rest of a budget that no payment covers. */
export interface DatedAmount {
  payment: Payment | undefined;
  /** Day on which it is due, or was paid (`YYYY-MM-DD`). */
  day: string | undefined;
  /** In minor units. Above 0. */
  cents: number;
}

/** Amounts still to pay, or to receive: the open payments of a budget, and the rest that no payment covers. */
export function amountsLeft({ amount_cents, spent_cents, due_date, payments }: Budget): DatedAmount[] {
  const covered = payments.length > 0 ? sumOf(payments) : spent_cents;
  const open = payments.filter((payment) => !isPaid(payment));
  return [
    { payment: undefined, day: due_date, cents: amount_cents - covered },
    ...open.map((payment) => ({ payment, day: payment.due_date, cents: payment.amount_cents })),
  ].filter(({ cents }) => cents > 0);
}

export function amountsPaid({ spent_cents, payments }: Budget): DatedAmount[] {
  const paid = payments.filter(isPaid);
  return [
    { payment: undefined, day: undefined, cents: payments.length > 0 ? 0 : spent_cents },
    ...paid.map((payment) => ({ payment, day: payment.paid_on, cents: payment.amount_cents })),
  ].filter(({ cents }) => cents > 0);
}

/** Estimates of income are in no sum. */
export function amountSums(budgets: Budget[]) {
  const expenses = budgets.filter(({ kind }) => kind !== 'income');
  const income = budgets.filter(({ kind }) => kind === 'income');
  return {
    total_cents: totalOf(expenses, ({ amount_cents }) => amount_cents),
    spent_cents: totalOf(expenses, ({ spent_cents }) => spent_cents),
    to_pay_cents: totalOf(expenses, leftOf),
    income_cents: totalOf(income, ({ amount_cents }) => amount_cents),
    received_cents: totalOf(income, ({ spent_cents }) => spent_cents),
    to_receive_cents: totalOf(income, leftOf),
    estimates_count: expenses.filter(({ estimate_cents }) => estimate_cents !== undefined).length,
    estimate_cents: totalOf(expenses, ({ estimate_cents = 0 }) => estimate_cents),
  };
}

export type AmountSums = ReturnType<typeof amountSums>;

export const leftOf = (budget: Budget): number => totalOf(amountsLeft(budget), ({ cents }) => cents);

const totalOf = <Summand>(all: Summand[], amountOf: (each: Summand) => number): number =>
  all.reduce((sum, each) => sum + amountOf(each), 0);

/** Not stored while they are 0. */
const rareSums = z.object({
  to_receive_cents: z._default(z.int(), 0),
  estimates_count: z._default(z.int(), 0),
  estimate_cents: z._default(z.int(), 0),
  /** Number of paid amounts. */
  paid_count: z._default(z.int(), 0),
});

const numbers = z.extend(rareSums, {
  budgets_count: z.int(),
  total_cents: z.int(),
  spent_cents: z.int(),
  to_pay_cents: z._default(z.int(), () => {
    throw new OldEventError();
  }),
  income_cents: z.int(),
});

/** The sums that are numbers. */
export const SUMS = z.keyof(numbers).options;

/** Sums of the budgets in an event's head. */
export const sumFields = z.extend(numbers, {
  /** Number of amounts left to pay or to receive on each day. A day may have none left. */
  open_days: z.record(z.string(), z.int()),
});

export type HeadSums = z.output<typeof sumFields>;

export function storedSums(sums: HeadSums): Some<HeadSums> {
  const stored: Some<HeadSums> = sumFields.parse(sums);
  for (const name of z.keyof(rareSums).options) if (stored[name] === 0) delete stored[name];
  return stored;
}

export function headSums(budgets: Budget[]): HeadSums {
  const { received_cents: _, ...sums } = amountSums(budgets);
  return {
    budgets_count: budgets.length,
    ...sums,
    paid_count: budgets.flatMap(amountsPaid).length,
    open_days: countsOf(budgets.flatMap(amountsLeft).flatMap(({ day }) => day ?? [])),
  };
}

function countsOf(days: string[]): Record<string, number> {
  const counts: Record<string, number> = {};
  for (const day of days) counts[day] = (counts[day] ?? 0) + 1;
  return counts;
}
