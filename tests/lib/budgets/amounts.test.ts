import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { amountOf, amountProblems } from '../../../lib/budgets/amounts.ts';
import { maxUnitsOf } from '../../../lib/money/amount.ts';

const terms = { digits: 2, guests: 80 } as const;

describe('amountOf', () => {
  it.each<[object, number]>([
    [{ amounts: { amount: 1_250_500 } }, 125_050],
    [{ amounts: {} }, 0],
    [{ amounts: { unit_amount: 3_500 } }, 350],
    [{ amounts: { unit_amount: 3_500 }, quantity: 2 }, 700],
    [{ amounts: { unit_amount: 3_500 }, quantity: null, per_guest: null }, 350],
    [{ amounts: { unit_amount: 3_500 }, quantity: 2, per_guest: true }, 56_000],
    [{ amounts: { unit_amount: 3_500, amount: 1_000 }, per_guest: true }, 28_000],
    [{ amounts: { unit_amount: null, amount: 1_000 } }, 100],
  ])('of %j is %i', (budget, cents) => {
    expect(amountOf({ amounts: {}, ...budget }, terms)).toBe(cents);
  });

  it('is the product without any rounding', () => {
    const property = fc.property(
      fc.constantFrom(0 as const, 2 as const, 3 as const),
      fc.nat({ max: 10_000_000 }),
      fc.integer({ min: 1, max: 1_000_000 }),
      fc.nat({ max: 100_000 }),
      (digits, unit, quantity, guests) => {
        const budget = { amounts: { unit_amount: unit * 10 ** (3 - digits) }, quantity, per_guest: true };
        const exact = BigInt(unit) * BigInt(quantity) * BigInt(guests);
        const [problem] = amountProblems(budget, { digits, guests });
        if (exact > BigInt(maxUnitsOf(digits))) expect(problem).toMatchObject({ field: 'unit_amount' });
        else expect([problem, amountOf(budget, { digits, guests })]).toEqual([undefined, Number(exact)]);
      },
    );
    fc.assert(property, { numRuns: 1_000 });
  });
});

describe('amountProblems', () => {
  const problemsOf = (budget: object, digits: 0 | 2 | 3 = 2) =>
    amountProblems({ amounts: {}, ...budget }, { ...terms, digits });

  it('finds none without a unit amount, or if the amount is the product', () => {
    expect(problemsOf({ amounts: { amount: 5 }, quantity: 2, per_guest: true })).toEqual([]);
    expect(problemsOf({ amounts: { unit_amount: 3_500, amount: 280_000 }, per_guest: true })).toEqual([]);
    expect(problemsOf({ amounts: { unit_amount: 3_500 } })).toEqual([]);
  });

  it('finds another amount', () => {
    expect(problemsOf({ amounts: { unit_amount: 3_500, amount: 280_010 }, per_guest: true })).toEqual([
      { field: 'amount', problem: 'derived: must be 280.00, which follows from the unit amount' },
    ]);
  });

  it.each([
    [0, 999_999_999_000, '999999999'],
    [2, 999_999_999_990, '999999999.99'],
    [3, 999_999_999_999, '999999999.999'],
  ] as const)('finds a product above the maximum of %d digits', (digits, unit_amount, maximum) => {
    expect(problemsOf({ amounts: { unit_amount } }, digits)).toEqual([]);
    const problem = `too_large: makes the amount too large (maximum is ${maximum})`;
    for (const larger of [
      { amounts: { unit_amount }, quantity: 2 },
      { amounts: { unit_amount: 1_000_000_000 }, quantity: 1_000 },
      { amounts: { unit_amount: 12_500_000_000 }, per_guest: true },
    ])
      expect(problemsOf(larger, digits)).toEqual([{ field: 'unit_amount', problem }]);
  });
});
