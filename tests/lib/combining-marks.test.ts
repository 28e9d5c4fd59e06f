import { describe, expect, it } from 'vitest';
import { withoutLongRuns } from '../../lib/new-text.ts';

const marks = (count: number) => '\u0300\u0316'.repeat(count).slice(0, count);

describe('withoutLongRuns', () => {
  it.each([
    ['no marks', 'Café 日本 नमस्ते 👨‍👩‍👧'],
    ['30 marks', `a${marks(30)}`],
    ['several runs of 30', `a${marks(30)}b${marks(30)}`],
    ['30 marks without a letter', marks(30)],
  ])('leaves %s', (_, text) => {
    expect(withoutLongRuns(text)).toBe(text);
  });

  it.each([
    ['31 marks', `a${marks(31)}b`, `a${marks(30)}b`],
    ['several runs', `a${marks(99)}b${marks(31)}`, `a${marks(30)}b${marks(30)}`],
    [
      'halfwidth marks, which NFKD makes combining',
      `a${'\u0300\uff9e'.repeat(99)}`,
      `a${'\u0300\uff9e'.repeat(15)}`,
    ],
  ])('cuts %s', (_, text, cut) => {
    expect(withoutLongRuns(text)).toBe(cut);
  });
});
