import { expect, it } from 'vitest';
import { prefersRepresentation } from '../../../lib/http/prefer.ts';

it.each([
  'return=representation',
  'Return=Representation',
  ' return = representation ',
  '\treturn\t=\trepresentation\t',
  'return="representation"',
  'return=representation; foo',
  'return=representation;foo="a;b,c"',
  'return=representation;',
  'return=representation,',
  ', return=representation',
  'respond-async, return=representation',
  'respond-async,wait=10 , return=representation, handling=lenient',
  'foo="a, return=minimal", return=representation',
  'foo="a \\" , return=minimal", return=representation',
  'foo; return=minimal, return=representation',
  // The first one counts.
  'return=representation, return=minimal',
])('%j prefers the representation', (header) => {
  expect(prefersRepresentation(header)).toBe(true);
});

it.each([
  ...['', ' ', ',', ';', '=', '"', '\\', 'return', 'return=', 'return=""'],
  ...['return=minimal', 'return=something', 'representation', 'respond-async'],
  'return representation',
  'return=representation representation',
  'return==representation',
  'return=representation=representation',
  'return="representation',
  'return=representation"',
  "return='representation'",
  '"return"=representation',
  '"return=representation"',
  'returns=representation',
  'x-return=representation',
  'respond-async; return=representation',
  'foo="a, return=representation"',
  'foo="a, return=representation',
  'foo="a \\", return=representation"',
  'return=minimal, return=representation',
  'return, return=representation',
  'return=something, return=representation',
])('%j does not', (header) => {
  expect(prefersRepresentation(header)).toBe(false);
});

it('nor does a request without the header', () => {
  expect(prefersRepresentation(undefined)).toBe(false);
});

it('a header of 8 KB of any characters takes no time', () => {
  for (const text of ['"', '\\', ',', ';', '=', ' ', '"\\', '",', 'return=', 'return= ', '"a"']) {
    const startedAt = performance.now();
    expect(prefersRepresentation(text.repeat(8_192 / text.length))).toBe(false);
    expect(performance.now() - startedAt).toBeLessThan(100);
  }
});
