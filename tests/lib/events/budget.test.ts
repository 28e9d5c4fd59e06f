import { describe, expect, it } from 'vitest';
import { amountsToPay, type Budget, productOf, withPayments } from '../../../lib/events/budget.ts';
import { headSums } from '../../../lib/events/sums.ts';

const expense: Budget = {
  id: 7,
  name: 'Band',
  category: 'Music',
  amount_cents: 80_000,
  spent_cents: 95_050,
  digits: 2,
  version: 0,
  payments: [],
};
const income: Budget = { ...expense, id: 8, kind: 'income', amount_cents: 7, spent_cents: 5 };

const deposit = { id: 1, amount_cents: 100, due_date: '2027-01-01', paid_on: '2026-12-31' };
const rest = { id: 2, amount_cents: 200, due_date: '2027-05-01', note: 'On the day' };
const cash = { id: 3, amount_cents: 50 };

describe('productOf', () => {
  it.each([
    [{ unit_cents: 350 }, 350],
    [{ unit_cents: 350, quantity: 2 }, 700],
    [{ unit_cents: 350, quantity: 2, per_guest: true }, 56_000],
    [{ unit_cents: 350, quantity: null, per_guest: null }, 350],
    [{ unit_cents: 350, quantity: 2, per_guest: false }, 700],
    [{ unit_cents: 0, quantity: 2, per_guest: true }, 0],
  ])('of %j with 80 guests is %i', (budget, product) => {
    expect(productOf(budget, 80)).toBe(product);
  });
});

describe('a budget with payments', () => {
  const paid = withPayments(expense, [deposit, rest, cash]);

  it('has spent what is paid', () => {
    expect(paid).toEqual({ ...expense, spent_cents: 100, payments: [deposit, rest, cash] });
  });

  it('has an amount to pay for each due date', () => {
    expect(amountsToPay(paid)).toEqual([
      { payment: deposit, due_date: '2027-01-01', paid: true },
      { payment: rest, due_date: '2027-05-01', paid: false },
    ]);
  });
});

describe('the sums of budgets', () => {
  const none = {
    budgets_count: 0,
    total_cents: 0,
    spent_cents: 0,
    income_cents: 0,
    estimates_count: 0,
    estimate_cents: 0,
    due_count: 0,
    open_days: {},
  };

  it('are zeros without any', () => {
    expect(headSums([])).toEqual(none);
  });

  it('have income apart, and count due dates', () => {
    const due = { ...expense, due_date: '2027-06-30' };
    const estimated = [
      { ...due, estimate_cents: 0 },
      { ...income, estimate_cents: 5 },
    ];
    expect(headSums([expense, ...estimated, withPayments(expense, [deposit, rest])])).toEqual({
      ...{
        estimates_count: 1,
        estimate_cents: 0,
        budgets_count: 4,
        total_cents: 240_000,
        spent_cents: 190_200,
        income_cents: 7,
      },
      ...{ due_count: 3, open_days: { '2027-05-01': 1, '2027-06-30': 1 } },
    });
  });

  it.each([
    [undefined, { '2027-06-30': 1 }],
    [false, { '2027-06-30': 1 }],
    [true, {}],
  ])('of one with a due date and paid %s have its day if it is open', (paid, open_days) => {
    expect(headSums([{ ...expense, due_date: '2027-06-30', paid }])).toMatchObject({
      due_count: 1,
      open_days,
    });
  });
});
