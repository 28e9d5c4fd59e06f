import { Rejection } from '../errors.ts';
import { atMostDigits, maxOf, maxUnitsOf } from '../money/amount.ts';
import { problem } from '../problem.ts';
import { type Budget, productOf } from './budget.ts';

const tooManyGuests = ({ name, digits }: Budget) =>
  problem('too_large', 'make {name} too large (maximum is {maximum})', { name, maximum: maxOf(digits) });

const unfitGuests = ({ name, digits }: Budget) =>
  problem('too_precise', `must give {name} an amount with ${atMostDigits(digits)}`, {
    name,
    maximum: digits,
  });

/** Refuses guests with whom the amount of a budget is too large, or has too many fractional digits. */
const refuseGuests = (budget: Budget, isTooLarge: boolean): Error =>
  new Rejection('invalid', {
    field: 'guests',
    problem: isTooLarge ? tooManyGuests(budget) : unfitGuests(budget),
  });

/** The budgets with the amounts that follow from units and so many guests. Throws this refusal if one isn't an amount. */
export const budgetsFor = (
  guests: number,
  budgets: Budget[],
  refusalOf: typeof refuseGuests = refuseGuests,
): Budget[] =>
  budgets.map((budget) => {
    const { unit_cents, digits } = budget;
    if (unit_cents === undefined) return budget;
    const amount_cents = productOf({ ...budget, unit_cents }, guests);
    if (amount_cents === budget.amount_cents) return budget;
    const isTooLarge = amount_cents > maxUnitsOf(digits);
    if (isTooLarge || !Number.isInteger(amount_cents)) throw refusalOf(budget, isTooLarge);
    return { ...budget, amount_cents };
  });
