import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { newBudgetOf } from '../../../lib/budgets/new-budget.ts';
import type { NewBudget } from '../../../lib/budgets/request.ts';
import { InvalidFieldsError } from '../../../lib/errors.ts';
import { type Digits, maxUnitsOf } from '../../../lib/money/amount.ts';
import { problem } from '../../../lib/problem.ts';

const terms = { digits: 2 as Digits, guests: 80 };

const made = (fields: Partial<NewBudget>, digits: Digits = 2, guests = terms.guests) =>
  newBudgetOf({ name: 'Drinks', category: '', spent: 0, ...fields }, { digits, guests }, 7);

function problemsOf(...sent: Parameters<typeof made>) {
  try {
    made(...sent);
    return [];
  } catch (error) {
    if (error instanceof InvalidFieldsError) return error.fields;
    throw error;
  }
}

describe('the amount of a new budget', () => {
  it.each<[Partial<NewBudget>, number]>([
    [{ amount: 1_250.5 }, 125_050],
    [{}, 0],
    [{ unit_amount: 3.5 }, 350],
    [{ unit_amount: 3.5, quantity: 2 }, 700],
    [{ unit_amount: 3.5, quantity: null, per_guest: null }, 350],
    [{ unit_amount: 3.5, quantity: 2, per_guest: true }, 56_000],
    [{ unit_amount: 3.5, amount: 280, per_guest: true }, 28_000],
    [{ unit_amount: null, amount: 1 }, 100],
  ])('of %j is %i', (fields, cents) => {
    expect(made(fields).amount_cents).toBe(cents);
  });

  it('is the product without any rounding, or too large', () => {
    const property = fc.property(
      fc.constantFrom<Digits[]>(0, 2, 3),
      fc.nat({ max: 10_000_000 }),
      fc.integer({ min: 1, max: 1_000_000 }),
      fc.nat({ max: 100_000 }),
      (digits, unit, quantity, guests) => {
        const fields = { unit_amount: unit / 10 ** digits, quantity, per_guest: true };
        const exact = BigInt(unit) * BigInt(quantity) * BigInt(guests);
        if (exact > BigInt(maxUnitsOf(digits)))
          expect(problemsOf(fields, digits, guests)).toMatchObject([{ field: 'unit_amount' }]);
        else
          expect(made(fields, digits, guests)).toMatchObject({
            amount_cents: Number(exact),
            unit_cents: unit,
          });
      },
    );
    fc.assert(property, { numRuns: 1_000 });
  });

  it('that a file has beside a unit amount has to be the product', () => {
    expect(problemsOf({ unit_amount: 3.5, amount: 280.01, per_guest: true })).toEqual([
      {
        field: 'amount',
        problem: problem('derived', 'must be 280.00, which follows from the unit amount', { expected: 280 }),
      },
    ]);
  });

  it.each<[Digits, number]>([
    [0, 999_999_999],
    [2, 999_999_999.99],
    [3, 999_999_999.999],
  ])('with %d digits is at most %d', (digits, maximum) => {
    const unit_amount = maximum;
    expect(problemsOf({ unit_amount }, digits)).toEqual([]);
    const tooLarge = problem('too_large', 'makes the amount too large (maximum is {maximum})', { maximum });
    for (const larger of [
      { unit_amount, quantity: 2 },
      { unit_amount: 12_500_000, per_guest: true },
    ])
      expect(problemsOf(larger, digits)).toEqual([{ field: 'unit_amount', problem: tooLarge }]);
  });

  it('is told with all others that do not fit', () => {
    expect(problemsOf({ amount: 0.001, spent: 1e9 })).toMatchObject([
      { field: 'amount' },
      { field: 'spent' },
    ]);
  });
});
