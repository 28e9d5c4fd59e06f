import { expect, it } from 'vitest';
import { amountOf } from '../../../lib/budgets/amount.ts';

it.each([
  [0, '0.00'],
  [1, '0.01'],
  [-5, '-0.05'],
  [125_050, '1250.50'],
  [99_999_999_999, '999999999.99'],
  [500 * 99_999_999_999, '499999999995.00'],
])('%i cents are written %s', (cents, text) => {
  expect(JSON.stringify({ amount: amountOf(cents) })).toBe(`{"amount":${text}}`);
});
