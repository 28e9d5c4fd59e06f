import { describe, expect, it } from 'vitest';
import * as z from 'zod/mini';
import { isFound, searchParameter } from '../../../lib/lists/query.ts';

const finds = (q: string, text: string) =>
  isFound(z.string().parse(searchParameter('').parse(q)), ['', text]);

describe('a search', () => {
  it.each([
    ['cafe', 'Café'],
    ['CAFÉ', 'cafe\u0301s'],
    ['strasse', 'Straße'],
    ['straße', 'STRASSE'],
    ['STRAẞE', 'straße'],
    ['οδος', 'ΟΔΟΣ'],
    ['ΟΔΟΣ', 'οδοσήμανση'],
    ['istanbul', 'İstanbul'],
    ['office', 'ofﬁce'],
    ['12', '①②'],
    ['🎉', 'Party 🎉!'],
  ])('for %s finds %s', (q, text) => {
    expect(finds(q, text)).toBe(true);
  });

  it.each([
    ['cafes', 'Café'],
    ['o', 'ø'],
    ['.', 'x'],
    ['a b', 'ab'],
  ])('for %s does not find %s', (q, text) => {
    expect(finds(q, text)).toBe(false);
  });
});
