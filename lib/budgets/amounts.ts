import { productOf } from '../events/budget.ts';
import { type Digits, maxOf, maxUnitsOf, minorUnits } from '../money/amount.ts';
import { toAmount } from '../money/response.ts';
import { type Problem, problem } from '../problem.ts';

export const DERIVED = problem('derived', 'follows from the unit amount');

export const OF_PAYMENTS = problem('derived', "follows from the budget's payments");

export const UNIT_MISSING = problem('blank', 'must be there with a quantity or per guest');

/** What decides how the amounts of a budget are stored. */
export interface AmountTerms {
  digits: Digits;
  /** Of the event. */
  guests: number;
}

/** What a request says of amounts, in thousandths. */
interface SentAmounts {
  amounts: { amount?: number; unit_amount?: number | null };
  quantity?: number | null | undefined;
  per_guest?: boolean | null | undefined;
}

export const productTooLarge = (digits: Digits): Problem =>
  problem('too_large', `makes the amount too large (maximum is ${maxOf(digits)})`);

/** What an amount in a file should be. */
const otherAmount = (product: number, digits: Digits): Problem =>
  problem('derived', `must be ${toAmount(product, digits).rawJSON}, which follows from the unit amount`);

/** The amount of a new budget in minor units. It fits if there are no {@link amountProblems}. */
export function amountOf(
  { amounts, quantity, per_guest }: SentAmounts,
  { digits, guests }: AmountTerms,
): number {
  const { amount, unit_amount } = amounts;
  if (typeof unit_amount !== 'number') return minorUnits(amount ?? 0, digits);
  return productOf({ unit_cents: minorUnits(unit_amount, digits), quantity, per_guest }, guests);
}

/** What is wrong with the amount that follows from the unit amount of a new budget. */
export function amountProblems(
  budget: SentAmounts,
  terms: AmountTerms,
): { field: string; problem: Problem }[] {
  const { amount, unit_amount } = budget.amounts;
  if (typeof unit_amount !== 'number') return [];
  const { digits } = terms;
  const product = amountOf(budget, terms);
  if (product > maxUnitsOf(digits)) return [{ field: 'unit_amount', problem: productTooLarge(digits) }];
  const isOther = amount !== undefined && minorUnits(amount, digits) !== product;
  return isOther ? [{ field: 'amount', problem: otherAmount(product, digits) }] : [];
}
