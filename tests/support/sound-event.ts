import { expect } from 'vitest';
import { maxUnitsOf } from '../../lib/money/amount.ts';
import type { Budget, Payment, UnitPrice } from '../../lib/plan/budget.ts';
import type { Event } from '../../lib/plan/event.ts';

/** What sums follow from. */
type Line = Pick<
  Budget,
  'kind' | 'amount_cents' | 'spent_cents' | 'estimate_cents' | 'due_date' | 'payments'
>;

/** What a budget with a unit amount costs, in hundredths of minor units. */
export const hundredthsOf = ({ unit_cents = 0, quantity, per_guest }: UnitPrice, guests = 0): bigint =>
  BigInt(unit_cents) *
  BigInt((quantity ?? 1).toFixed(2).replace('.', '')) *
  (per_guest ? BigInt(guests) : 1n);

export const isPaid = ({ paid, paid_on }: Payment): boolean => paid === true || paid_on !== undefined;

export const isIncome = ({ kind }: Line): boolean => kind === 'income';

export const sumOf = (amounts: number[]): number => amounts.reduce((sum, amount) => sum + amount, 0);

export const centsOf = (payments: Payment[]): number =>
  sumOf(payments.map(({ amount_cents }) => amount_cents));

/** What is left to pay of a budget, and on which day. */
export function amountsLeft({ amount_cents, spent_cents, due_date, payments }: Line) {
  const covered = payments.length > 0 ? centsOf(payments) : spent_cents;
  const open = payments.filter((payment) => !isPaid(payment));
  return [{ amount_cents: amount_cents - covered, due_date }, ...open].filter(
    (each) => each.amount_cents > 0,
  );
}

/** What was paid of a budget, and on which day. */
export function amountsPaid({ spent_cents, payments }: Line): Pick<Payment, 'amount_cents' | 'paid_on'>[] {
  const paid = payments.length > 0 ? payments.filter(isPaid) : [{ amount_cents: spent_cents }];
  return paid.filter((each) => each.amount_cents > 0);
}

/** What an event should have of its budgets. */
export function sumsOf(budgets: Line[]) {
  const [income, expenses] = [budgets.filter(isIncome), budgets.filter((each) => !isIncome(each))];
  const estimates = expenses.flatMap(({ estimate_cents = [] }) => estimate_cents);
  const left = (some: Line[]) => sumOf(some.flatMap(amountsLeft).map(({ amount_cents }) => amount_cents));
  const days = budgets.flatMap(amountsLeft).flatMap(({ due_date = [] }) => due_date);
  return {
    budgets_count: budgets.length,
    total_cents: sumOf(expenses.map(({ amount_cents }) => amount_cents)),
    spent_cents: sumOf(expenses.map(({ spent_cents }) => spent_cents)),
    income_cents: sumOf(income.map(({ amount_cents }) => amount_cents)),
    ...{ to_pay_cents: left(expenses), to_receive_cents: left(income) },
    paid_count: budgets.flatMap(amountsPaid).length,
    open_days: Object.fromEntries(
      [...new Set(days)].map((day) => [day, days.filter((each) => each === day).length]),
    ),
    ...{ estimates_count: estimates.length, estimate_cents: sumOf(estimates) },
  };
}

/** Expects all that is always true of an event. */
export function expectSound(event: Event): void {
  const { budgets, digits, guests, limit_cents = 0 } = event;
  // Two writes at once may leave a day without any.
  const open_days = Object.fromEntries(Object.entries(event.open_days).filter(([, count]) => count !== 0));
  const { open_days: days, ...sums } = sumsOf(budgets);
  expect(event).toMatchObject(sums);
  expect(open_days).toEqual(days);
  expect(limit_cents).toBeLessThanOrEqual(maxUnitsOf(digits));
  for (const budget of budgets) {
    const { amount_cents, spent_cents, unit_cents, quantity = 1, per_guest, payments } = budget;
    expect(budget.digits).toBe(digits);
    expect(Math.max(amount_cents, spent_cents)).toBeLessThanOrEqual(maxUnitsOf(digits));
    if (unit_cents === undefined) expect([budget.quantity, per_guest]).toEqual([undefined, undefined]);
    else expect(100n * BigInt(amount_cents)).toBe(hundredthsOf({ unit_cents, quantity, per_guest }, guests));
    expect(Number(quantity.toFixed(2))).toBe(quantity);
    if (payments.length > 0) expect(spent_cents).toBe(centsOf(payments.filter(isPaid)));
    // A day says it already.
    expect(payments.filter(({ paid, paid_on }) => paid && paid_on !== undefined)).toEqual([]);
  }
}
