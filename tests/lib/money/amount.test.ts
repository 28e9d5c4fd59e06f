import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import * as z from 'zod/mini';
import { InvalidFieldsError } from '../../../lib/errors.ts';
import { type Digits, fitSome, minorUnits, misfit, requireDigits } from '../../../lib/money/amount.ts';
import { exactNumber } from '../../../lib/money/exact-number.ts';
import { inThousandths, requestedAmount } from '../../../lib/money/request.ts';
import { toAmount } from '../../../lib/money/response.ts';

const DIGITS: Digits[] = [0, 2, 3];

/** The largest amount in minor units. */
const maxOf = (digits: Digits): number => 10 ** (9 + digits) - 1;

const bodyWith = z.object({ amount: requestedAmount });

/** The thousandths that an amount in a request's JSON parses to; `undefined` if it is no amount. */
function parse(json: string): number | undefined {
  const result = bodyWith.safeParse({ amount: JSON.parse(json, exactNumber) });
  return result.success ? inThousandths(result.data.amount) : undefined;
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
        const thousandths = parse(JSON.stringify(toAmount(amount, digits)));
        expect(thousandths).toBe(amount * 10 ** (3 - digits));
        expect(misfit(thousandths ?? 0, digits)).toBeUndefined();
        expect(minorUnits(thousandths ?? 0, digits)).toBe(amount);
      }),
      { numRuns: 20_000 },
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
  it('parses -0 as 0', () => {
    expect(parse('-0')).toBe(0);
  });

  it.each(['1.0000000000000000001', '-0.001', '"1"', 'null'])('%s is none', (json) => {
    expect(parse(json)).toBeUndefined();
  });

  it.each([
    ['0.0001', 'too_precise'],
    ['999999999.9991', 'too_large'],
    ['1000000000', 'too_large'],
    ['1e300', 'too_large'],
  ])('%s fits no currency', (json, code) => {
    const amount = parse(json);
    expect(amount).toBeTypeOf('number');
    expect(fitSome({ spent: 1_000, amount })).toBe(false);
    for (const digits of DIGITS) expect(misfit(amount ?? 0, digits)).toMatch(`${code}: `);
  });

  it('fits some currency if all amounts of a request fit the same one', () => {
    for (const digits of DIGITS) {
      const amounts = { amount: parse(String(maxOf(digits) / 10 ** digits)), spent: 0, none: null };
      expect(fitSome({ ...amounts, left_out: undefined })).toBe(true);
    }
    expect(fitSome({ amount: parse('1.234'), spent: parse('1e9') })).toBe(false);
  });

  it('with a third fractional digit fits three digits only', () => {
    const thousandths = fc.integer({ min: 1, max: maxOf(3) }).filter((number) => number % 10 !== 0);
    fc.assert(
      fc.property(thousandths, (number) => {
        const amount = parse(String(number / 1_000)) ?? 0;
        expect(amount).toBe(number);
        expect(misfit(amount, 3)).toBeUndefined();
        expect(misfit(amount, 2)).toBeDefined();
        expect(misfit(amount, 0)).toBeDefined();
      }),
      { numRuns: 10_000 },
    );
  });

  it.each<[thousandths: number, digits: Digits, problem: string | undefined]>([
    [999_999_999_000, 0, undefined],
    [999_999_999_001, 0, 'too_large: is too large (maximum is 999999999)'],
    [100, 0, 'too_precise: must have no fractional digits'],
    [999_999_999_990, 2, undefined],
    [999_999_999_991, 2, 'too_large: is too large (maximum is 999999999.99)'],
    [1, 2, 'too_precise: must have at most two fractional digits'],
    [999_999_999_999, 3, undefined],
    [1_000_000_000_000, 3, 'too_large: is too large (maximum is 999999999.999)'],
  ])('of %i thousandths, with %i digits: %s', (thousandths, digits, problem) => {
    expect(misfit(thousandths, digits)).toBe(problem);
  });

  it('is reported with all others that do not fit', () => {
    expect(() => requireDigits({ amount: 1, spent: 2, limit_amount: null }, 2)).toThrow(InvalidFieldsError);
    expect(() => requireDigits({ amount: 1, spent: 2, limit_amount: null }, 3)).not.toThrow();
  });
});
