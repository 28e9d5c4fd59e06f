import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import {
  addedBy,
  type Budget,
  budgetOf,
  productOf,
  storedOf,
  sumChanges,
  withPayments,
} from '../../../lib/events/budget.ts';

const expense: Budget = {
  id: 7,
  name: 'Band',
  category: 'Music',
  amount_cents: 80_000,
  spent_cents: 95_050,
  digits: 2,
  version: 0,
  write_mark: 'a mark',
  payments: [],
};
const income: Budget = {
  ...expense,
  id: 8,
  name: 'Tickets',
  kind: 'income',
  amount_cents: 7,
  spent_cents: 5,
};

describe('what is stored of a budget', () => {
  it('has its amounts in minor units, without its id and digits', () => {
    const { id: _, digits: __, payments: ___, ...stored } = expense;
    expect(storedOf(expense)).toEqual(stored);
  });

  it('of income adds nothing to what is planned and spent', () => {
    expect(storedOf(income)).toMatchObject({
      kind: 'income',
      amount_cents: 0,
      spent_cents: 0,
      income_cents: 7,
      received_cents: 5,
    });
  });

  it('counts a due date, and has no attribute for what a budget does not have', () => {
    expect(storedOf({ ...expense, due_date: '2027-06-30' })).toMatchObject({
      due_date: '2027-06-30',
      due: 1,
    });
    const { vendor, ...stored } = storedOf({ ...expense, vendor: undefined, note: undefined });
    expect(vendor).toBeUndefined();
    expect(Object.keys(stored)).not.toEqual(expect.arrayContaining(['note']));
    expect(stored).not.toHaveProperty('due');
  });

  it('counts the payments with a due date, and those that are still to pay', () => {
    const deposit = { id: 1, amount_cents: 100, due_date: '2027-01-01', paid_on: '2026-12-31' };
    const rest = { id: 2, amount_cents: 200, due_date: '2027-05-01', note: 'On the day' };
    const cash = { id: 3, amount_cents: 50 };
    expect(storedOf(withPayments(expense, [deposit, rest, cash]))).toMatchObject({
      spent_cents: 100,
      due: 2,
      open: 1,
      payments: { 2: { a: 200, d: '2027-05-01', n: 'On the day' } },
    });
  });

  it.each([
    [undefined, 1],
    [false, 1],
    [true, 0],
  ])('with a due date and paid %s leaves %i open', (paid, open) => {
    expect(storedOf({ ...expense, due_date: '2027-06-30', paid })).toMatchObject({ due: 1, open });
  });

  it('is the budget again when it is read', () => {
    const budget = fc.record(
      {
        id: fc.integer({ min: 1 }),
        name: fc.string(),
        category: fc.string(),
        amount_cents: fc.nat(),
        spent_cents: fc.nat(),
        digits: fc.constantFrom(0 as const, 2 as const, 3 as const),
        version: fc.nat(),
        write_mark: fc.string(),
        kind: fc.constantFrom('expense' as const, 'income' as const),
        vendor: fc.string(),
        note: fc.string(),
        due_date: fc.constant('2027-06-30'),
        paid: fc.boolean(),
        unit_cents: fc.nat(),
        quantity: fc.integer({ min: 1 }),
        per_guest: fc.boolean(),
        payments: fc
          .uniqueArray(fc.record({ id: fc.nat(), amount_cents: fc.nat(), note: fc.string() }), {
            selector: ({ id }) => id,
          })
          .map((payments) => payments.toSorted((one, other) => one.id - other.id)),
      },
      {
        requiredKeys: [
          'id',
          'name',
          'category',
          'amount_cents',
          'spent_cents',
          'digits',
          'version',
          'write_mark',
          'payments',
        ],
      },
    );
    const property = fc.property(budget, (given) => {
      expect(budgetOf(given.id, storedOf(given), given.digits)).toEqual(given);
    });
    fc.assert(property);
  });
});

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

describe('what changes of budgets change in the sums of their event', () => {
  it('are only sums that change', () => {
    expect(sumChanges([], [])).toEqual([]);
    expect(sumChanges([storedOf(expense)], [storedOf({ ...expense, note: 'x' })])).toEqual([]);
    const [before, after] = [
      storedOf(expense),
      storedOf({ ...expense, amount_cents: 1, due_date: '2027-06-30' }),
    ];
    expect(sumChanges([before, before], [before, after])).toEqual([
      { sum: 'planned', removed: 160_000, added: 80_001 },
      { sum: 'due', removed: 0, added: 1 },
      { sum: 'open', removed: 0, added: 1 },
    ]);
  });
});

describe('what budgets add to the sums of their event', () => {
  it('are only sums that any of them adds to', () => {
    expect(addedBy([])).toEqual([]);
    expect(addedBy([storedOf(expense)])).toEqual([
      ['planned_added', 80_000],
      ['spent_added', 95_050],
    ]);
  });

  it('is the income, and how many have a due date', () => {
    const due = { ...expense, due_date: '2027-06-30' };
    expect(addedBy([expense, income, due, due].map(storedOf))).toEqual([
      ['planned_added', 240_000],
      ['spent_added', 285_150],
      ['income_added', 7],
      ['due_added', 2],
      ['open_added', 2],
    ]);
  });
});
