import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { attachment } from '../../../lib/http/download.ts';
import { scaled } from '../../support/scale.ts';

describe('attachment', () => {
  it.each([
    ['Summer party', 'Summer party budgets.csv', 'Summer%20party%20budgets.csv'],
    ['Müllers Hochzeit', 'Mullers Hochzeit budgets.csv', 'M%C3%BCllers%20Hochzeit%20budgets.csv'],
    ['日本 2027', '2027 budgets.csv', '%E6%97%A5%E6%9C%AC%202027%20budgets.csv'],
    ['🎁', 'budgets.csv', 'budgets.csv'],
    ['a"; filename="x.exe', 'a filename x exe budgets.csv', 'a%20filename%20x%20exe%20budgets.csv'],
    ['x\r\nSet-Cookie: a=b', 'x Set-Cookie a b budgets.csv', 'x%20Set-Cookie%20a%20b%20budgets.csv'],
    ['../../etc/passwd', 'etc passwd budgets.csv', 'etc%20passwd%20budgets.csv'],
    ['100%', '100 budgets.csv', '100%20budgets.csv'],
  ])('names a file after %j', (title, name, extended) => {
    expect(attachment(title, 'budgets.csv')).toBe(
      `attachment; filename="${name}"; filename*=UTF-8''${extended}`,
    );
  });

  it('has no more than 60 characters of the title', () => {
    expect(attachment('🎈é'.repeat(200), 'x').length).toBeLessThan(600);
  });

  it('keeps any title inside its parameters', () => {
    const title = fc.oneof(fc.string({ unit: 'grapheme' }), fc.string({ unit: 'binary' }));
    fc.assert(
      fc.property(title, (text) => {
        expect(attachment(text, 'budgets.csv')).toMatch(
          /^attachment; filename="[\w-][\w -]*\.csv"; filename\*=UTF-8''[\w.%-]+$/,
        );
      }),
      { numRuns: scaled(2_000, 100) },
    );
  });
});
