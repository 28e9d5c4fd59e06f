import { expect, it } from 'vitest';
import { findingsIn } from '../../build/check-patterns.ts';

it.each([
  // What read amounts in parentheses, until a file of 256 KB took 3 s.
  String.raw`/^\W*\(.*\d.*\)\W*$/.test(text)`,
  '/^(a|aa)+$/',
  String.raw`const SPACE = '\\s*'; const start = () => '^' + SPACE; new RegExp(start() + SPACE + 'x')`,
  "const LETTERS = /[a-z]+/; export const TWICE: RegExp = new RegExp('^(?:' + LETTERS.source + ')+$', 'u')",
])('a pattern whose time grows faster than its text is found: %s', async (source) => {
  expect(await findingsIn('lib/any.ts', source)).toMatchObject([
    { place: 'lib/any.ts:1', problem: expect.stringMatching(/polynomial|exponential/) },
  ]);
});

it('a pattern that is not made of constants is found', async () => {
  const source = '\nconst wordIn = (word: string) => new RegExp(word);';
  expect(await findingsIn('lib/any.ts', source)).toEqual([
    { place: 'lib/any.ts:2', pattern: 'new RegExp(word)', problem: 'is not made of constants of its file' },
  ]);
});

it('patterns of linear time are none', async () => {
  const source = String.raw`const DAY = '\\d{4}'; [/^\d+$/u, /(?<!\/)\/+$/, new RegExp('^' + DAY + '$', 'g')]`;
  expect(await findingsIn('lib/any.js', source)).toEqual([]);
});
