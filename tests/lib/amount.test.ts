import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { amountInCents, toAmount } from '../../lib/amount.ts';

const MAX_CENTS = 99_999_999_999;

describe('toAmount', () => {
  it.each([
    [0, '0.00'],
    [1, '0.01'],
    [-5, '-0.05'],
    [125_050, '1250.50'],
    [MAX_CENTS, '999999999.99'],
    [500 * MAX_CENTS, '499999999995.00'],
  ])('writes %i cents as %s', (cents, text) => {
    expect(JSON.stringify(toAmount(cents))).toBe(text);
  });
});

describe('amountInCents', () => {
  it('parses every amount that toAmount writes to the same cents', () => {
    fc.assert(
      fc.property(fc.integer({ min: 0, max: MAX_CENTS }), (cents) => {
        expect(amountInCents.parse(JSON.parse(JSON.stringify(toAmount(cents))))).toBe(cents);
      }),
      { numRuns: 10_000 },
    );
  });

  it('parses -0 as 0', () => {
    expect(amountInCents.parse(JSON.parse('-0'))).toBe(0);
  });

  it('rejects a third fractional digit', () => {
    const thousandths = fc.integer({ min: 1, max: MAX_CENTS * 10 }).filter((number) => number % 10 !== 0);
    fc.assert(
      fc.property(thousandths, (number) => {
        expect(amountInCents.safeParse(number / 1_000).success).toBe(false);
      }),
      { numRuns: 10_000 },
    );
  });
});
