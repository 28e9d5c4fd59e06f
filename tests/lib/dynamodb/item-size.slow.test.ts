import { expect, it } from 'vitest';
import { storedBytesOf } from '../../../lib/dynamodb/item-size.ts';

it.each<[value: unknown, bytes: number]>([
  ['', 0],
  ['Café', 5],
  [true, 1],
  [null, 1],
  [0, 2],
  [12, 3],
  [-123, 4],
  [99_999_999_999, 8],
  [9_007_199_254_740_991, 10],
  [[], 3],
  [['a', 'b'], 7],
  [{ name: 'Band', amount_cents: 12 }, 3 + 4 + 4 + 1 + 12 + 3 + 1],
])('%j takes %d bytes', (value, bytes) => {
  expect(storedBytesOf(value)).toBe(bytes);
});
