import {
  atMostDigits,
  type Digits,
  maxOf,
  maxUnitsOf,
  type RequestedAmounts,
  toAmount,
} from '../money/amount.ts';
import { productOf, type UnitPrice } from '../plan/budget.ts';
import type { Event } from '../plan/event.ts';
import { problem } from '../problem.ts';

export const UNIT_MISSING = problem('blank', 'is required with quantity or per_guest');

export const FINER_PRICE = '. For a finer price, write the product as the amount';

/** Fields from which a budget's amounts follow. */
export type AmountTerms = Pick<Event, 'digits' | 'guests'>;

/** The amounts of a budget that may follow from others, and what they follow from then. */
const ORIGINS = { amount: 'the unit amount', spent: 'the payments' };

/** Adds a problem if an amount was sent that isn't what follows from others. Both are in minor units. */
export function requireDerived(
  amounts: RequestedAmounts,
  field: keyof typeof ORIGINS,
  sent: number | undefined,
  expected: number,
  digits: Digits,
): void {
  if (sent === undefined || sent === expected) return;
  const { rawJSON: amount } = toAmount(expected, digits);
  amounts.add(
    field,
    problem('derived', `must be ${amount}, as calculated from ${ORIGINS[field]}`, {
      expected: Number(amount),
    }),
  );
}

/** The amount that follows from a unit amount, in minor units. Adds a problem if it doesn't fit, or if another was sent. */
export function productIn(
  amounts: RequestedAmounts,
  price: UnitPrice,
  { digits, guests = 0 }: AmountTerms,
  sent: number | undefined,
): number {
  const product = productOf(price, guests);
  if (product > maxUnitsOf(digits))
    amounts.add(
      'unit_amount',
      problem('too_large', 'makes the amount too large (maximum is {maximum})', { maximum: maxOf(digits) }),
    );
  else if (!Number.isInteger(product))
    amounts.add(
      'quantity',
      problem('too_precise', `must make an amount with ${atMostDigits(digits)}`, { maximum: digits }),
    );
  else requireDerived(amounts, 'amount', sent, product, digits);
  return product;
}
