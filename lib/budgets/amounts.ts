import { maxOf, maxUnitsOf, type RequestedAmounts } from '../money/amount.ts';
import { toAmount } from '../money/response.ts';
import { productOf, type UnitPrice } from '../plan/budget.ts';
import type { Event } from '../plan/event.ts';
import { problem } from '../problem.ts';

export const DERIVED = problem('derived', 'follows from the unit amount');

export const OF_PAYMENTS = problem('derived', "follows from the budget's payments");

export const UNIT_MISSING = problem('blank', 'must be there with a quantity or per guest');

const mustBe = (amount: string) =>
  problem('derived', `must be ${amount}, which follows from the unit amount`, { expected: Number(amount) });

/** What decides about the amounts of a budget. */
export type AmountTerms = Pick<Event, 'digits' | 'guests'>;

/**
 * The amount that follows from a unit amount, in minor units. Adds a problem if it is too large, or not the amount that a
 * file has beside it.
 */
export function productIn(
  amounts: RequestedAmounts,
  price: UnitPrice,
  { digits, guests = 0 }: AmountTerms,
  sent?: number,
): number {
  const product = productOf(price, guests);
  if (product > maxUnitsOf(digits))
    amounts.add(
      'unit_amount',
      problem('too_large', 'makes the amount too large (maximum is {maximum})', { maximum: maxOf(digits) }),
    );
  else if (sent !== undefined && sent !== product)
    amounts.add('amount', mustBe(toAmount(product, digits).rawJSON));
  return product;
}
