import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { exactNumber } from '../../../lib/money/exact-number.ts';

const parse = (text: string) => JSON.parse(text, exactNumber);

describe('exactNumber', () => {
  it.each(['0', '-0', '0.0', '10', '10.50', '1e2', '1E+2', '0.1', '999999999.99', '1250.5e0', '1e-2'])(
    'keeps %s',
    (text) => {
      expect(parse(text)).toBe(Number(text));
    },
  );

  it.each(['1.0000000000000000001', '0.10000000000000000001', '5e-400', '0.99999999999999999999'])(
    'gives NaN for %s, which would be rounded',
    (text) => {
      expect(parse(`{"amount":${text}}`)).toEqual({ amount: Number.NaN });
    },
  );

  it('takes milliseconds for a body full of digits', () => {
    const started = performance.now();
    expect(parse(`1.${'0'.repeat(60_000)}1`)).toBeNaN();
    expect(parse(`${'10'.repeat(100)}.${'0'.repeat(60_000)}`)).toBe(Number('10'.repeat(100)));
    // Quadratic time would be seconds.
    expect(performance.now() - started).toBeLessThan(500);
  });

  it('leaves large numbers, strings and other values as they are', () => {
    const text = '{"a":123456789012345678901234,"b":"1.0000000000000000001","c":[true,null]}';
    expect(parse(text)).toEqual(JSON.parse(text));
  });

  it('keeps every number that JavaScript writes', () => {
    const small = fc.double({ min: -1e15, max: 1e15, noNaN: true });
    fc.assert(
      fc.property(small, (value) => {
        expect(parse(JSON.stringify(value))).toBe(value + 0);
      }),
    );
  });
});
