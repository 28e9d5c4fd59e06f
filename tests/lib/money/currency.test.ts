import { describe, expect, it } from 'vitest';
import { requestedCurrency } from '../../../lib/money/currency.ts';

const letters = [...'ABCDEFGHIJKLMNOPQRSTUVWXYZ'];
const known = letters
  .flatMap((one) => letters.flatMap((two) => letters.map((three) => one + two + three)))
  .flatMap((code) => requestedCurrency.safeParse(code).data ?? []);

const codesWith = (digits: number) =>
  known.filter((currency) => currency.digits === digits).map(({ code }) => code);

describe('currencies', () => {
  it('are those of ISO 4217 with 0, 2 or 3 digits', () => {
    expect(codesWith(0).join(' ')).toBe(
      'BIF CLP DJF GNF ISK JPY KMF KRW PYG RWF UGX UYI VND VUV XAF XOF XPF',
    );
    expect(codesWith(3).join(' ')).toBe('BHD IQD JOD KWD LYD OMR TND');
    expect(codesWith(2)).toHaveLength(139);
    expect(known).toHaveLength(163);
  });

  it.each(['HUF', 'COP', 'IDR', 'PKR', 'MGA', 'TWD', 'CHF'])(
    '%s has two digits, whatever Intl says',
    (code) => {
      expect(requestedCurrency.parse(code)).toEqual({ code, digits: 2 });
    },
  );

  it.each(['HRK', 'BGN', 'ANG', 'ZWL', 'CLF', 'UYW', 'XAU', 'XTS', 'XXX'])('%s is none of them', (code) => {
    expect(requestedCurrency.safeParse(code).success).toBe(false);
  });
});
