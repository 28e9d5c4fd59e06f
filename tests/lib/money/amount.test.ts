import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import * as z from 'zod/mini';
import { type Digits, RequestedAmounts, toAmount } from '../../../lib/money/amount.ts';
import { exactNumber } from '../../../lib/money/exact-number.ts';
import { requestedAmount } from '../../../lib/money/request.ts';
import { parseProblem } from '../../../lib/problem.ts';
import { scaled } from '../../support/scale.ts';

const DIGITS: Digits[] = [0, 2, 3];

/** The largest amount in minor units. */
const maxOf = (digits: Digits): number => 10 ** (9 + digits) - 1;

const bodyWith = z.object({ amount: requestedAmount });

/** The amount in a request's JSON; `undefined` if it is none. */
const parse = (json: string): number | undefined =>
  bodyWith.safeParse({ amount: JSON.parse(json, exactNumber) }).data?.amount;

/** The minor units of an amount, or what is wrong with it. */
function unitsOf(amount: number, digits: Digits): number | string {
  const amounts = new RequestedAmounts(digits);
  const units = amounts.toMinorUnits('amount', amount);
  const [wrong] = amounts.problems;
  return wrong ? messageOf(wrong.problem) : units;
}

function messageOf(problem: string): string {
  const { code, message } = parseProblem(problem);
  return `${code}: ${message}`;
}

describe('toAmount', () => {
  it.each<[units: number | bigint, digits: Digits, text: string]>([
    [0, 2, '0.00'],
    [1, 2, '0.01'],
    [-5, 2, '-0.05'],
    [125_050, 2, '1250.50'],
    [maxOf(2), 2, '999999999.99'],
    [500 * maxOf(2), 2, '499999999995.00'],
    [0, 0, '0'],
    [-5, 0, '-5'],
    [maxOf(0), 0, '999999999'],
    [0, 3, '0.000'],
    [-5, 3, '-0.005'],
    [500 * maxOf(3), 3, '499999999999.500'],
    [2n ** 64n, 3, '18446744073709551.616'],
  ])('writes %i minor units with %i digits as %s', (units, digits, text) => {
    expect(JSON.stringify(toAmount(units, digits))).toBe(text);
  });
});

describe.each(DIGITS)('amounts with %i digits', (digits) => {
  const units = fc.oneof(
    fc.integer({ min: 0, max: maxOf(digits) }),
    fc.integer({ min: 0, max: 2_000 }),
    fc.integer({ min: maxOf(digits) - 2_000, max: maxOf(digits) }),
  );

  it('parse to the minor units that toAmount writes', () => {
    fc.assert(
      fc.property(units, (amount) => {
        const parsed = parse(JSON.stringify(toAmount(amount, digits)));
        expect(unitsOf(parsed ?? -1, digits)).toBe(amount);
      }),
      { numRuns: scaled(20_000, 2_000) },
    );
  });

  it('have exact sums, and differences of sums', () => {
    fc.assert(
      fc.property(
        fc.array(units, { maxLength: 500 }),
        fc.array(units, { maxLength: 500 }),
        (some, others) => {
          const [one, other] = [some, others].map((amounts) => amounts.reduce((sum, each) => sum + each, 0));
          const text = JSON.stringify(toAmount(Number(one) - Number(other), digits));
          const exact = (amounts: number[]) => amounts.reduce((sum, each) => sum + BigInt(each), 0n);
          expect(BigInt(text.replace('.', ''))).toBe(exact(some) - exact(others));
          expect(text.split('.')[1] ?? '').toHaveLength(digits);
        },
      ),
    );
  });
});

describe('an amount in a request', () => {
  it('of -0 is 0', () => {
    expect(unitsOf(parse('-0') ?? -1, 2)).toBe(0);
  });

  it.each(['1.0000000000000000001', '-0.001', '"1"', 'null'])('%s is none', (json) => {
    expect(parse(json)).toBeUndefined();
  });

  it('is the same as its decimal text says, or does not fit', () => {
    const property = fc.property(
      fc.constantFrom<Digits[]>(0, 2, 3),
      fc.nat({ max: 1_000_000_100 }),
      fc.stringMatching(/^[0-9]{0,4}$/),
      (digits, whole, fraction) => {
        const exact = BigInt(whole + fraction.padEnd(4, '0'));
        const perUnit = 10n ** BigInt(4 - digits);
        const amount = unitsOf(parse(`${whole}${fraction && `.${fraction}`}`) ?? -1, digits);
        if (exact > BigInt(maxOf(digits)) * perUnit) expect(amount).toMatch(/^too_large: /);
        else if (exact % perUnit !== 0n) expect(amount).toMatch(/^too_precise: /);
        else expect(amount).toBe(Number(exact / perUnit));
      },
    );
    fc.assert(property, { numRuns: scaled(20_000, 2_000) });
  });

  it.each<[amount: number, digits: Digits, units: number | string]>([
    [999_999_999, 0, 999_999_999],
    [999_999_999.001, 0, 'too_large: is too large (maximum is 999999999)'],
    [0.1, 0, 'too_precise: must have no fractional digits'],
    [999_999_999.99, 2, 99_999_999_999],
    [999_999_999.991, 2, 'too_large: is too large (maximum is 999999999.99)'],
    [0.001, 2, 'too_precise: must have at most two fractional digits'],
    [999_999_999.999, 3, 999_999_999_999],
    [1_000_000_000, 3, 'too_large: is too large (maximum is 999999999.999)'],
    [1e300, 3, 'too_large: is too large (maximum is 999999999.999)'],
    [0.0001, 3, 'too_precise: must have at most three fractional digits'],
  ])('of %d with %i digits: %s', (amount, digits, units) => {
    expect(unitsOf(amount, digits)).toBe(units);
  });

  it('is reported with all others that do not fit', () => {
    const amounts = new RequestedAmounts(2);
    expect([amounts.toMinorUnits('spent', null), amounts.toMinorUnits('spent', undefined)]).toEqual([
      null,
      undefined,
    ]);
    expect(() => amounts.requireValid()).not.toThrow();
    amounts.toMinorUnits('amount', 0.001);
    amounts.toMinorUnits('spent', 1e9);
    expect(amounts.problems).toMatchObject([{ field: 'amount' }, { field: 'spent' }]);
    expect(() => amounts.requireValid()).toThrow('invalid');
  });
});
