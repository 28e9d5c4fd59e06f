import { describe, expect, it } from 'vitest';
import { InvalidFieldsError } from '../../../lib/errors.ts';
import type { Budget } from '../../../lib/events/budget.ts';
import { budgetsFor } from '../../../lib/events/guests.ts';
import { problem } from '../../../lib/problem.ts';

const plain: Budget = {
  id: 7,
  name: 'Drinks',
  category: 'Food',
  amount_cents: 56_000,
  spent_cents: 0,
  digits: 2,
  version: 0,
  payments: [],
};
const drinks: Budget = { ...plain, unit_cents: 350, quantity: 2, per_guest: true };

describe('budgetsFor', () => {
  it('computes the amounts per guest, raises the version, and keeps everything else', () => {
    expect(budgetsFor(100, [drinks])).toEqual([{ ...drinks, amount_cents: 70_000, version: 1 }]);
    expect(budgetsFor(0, [drinks])).toEqual([{ ...drinks, amount_cents: 0, version: 1 }]);
    const { quantity: _, ...one } = drinks;
    expect(budgetsFor(1, [one])).toEqual([{ ...one, amount_cents: 350, version: 1 }]);
  });

  it.each<[string, Budget]>([
    ['that are plain', plain],
    ['that are plain again', { ...plain, per_guest: true }],
    ['with a unit amount that are not per guest', { ...drinks, per_guest: false }],
    ['of which nothing is said', { ...drinks, per_guest: undefined }],
    ['whose amount stays', { ...drinks, unit_cents: 280, quantity: 2, amount_cents: 56_000 }],
  ])('returns the same objects for budgets %s', (_, budget) => {
    expect(budgetsFor(100, [budget])[0]).toBe(budget);
  });

  it('refuses an amount above the maximum, and names its budget', () => {
    const hall = { ...drinks, name: 'Hall', unit_cents: 99_999_999_999, quantity: 1 };
    expect(budgetsFor(1, [drinks, hall])).toMatchObject([
      { amount_cents: 700 },
      { amount_cents: 99_999_999_999 },
    ]);
    const refusal = new InvalidFieldsError({
      field: 'guests',
      problem: problem('too_large', 'make {name} too large (maximum is {maximum})', {
        name: 'Hall',
        maximum: 999_999_999.99,
      }),
    });
    expect(() => budgetsFor(2, [drinks, hall])).toThrow(refusal);
  });
});
