import { InvalidFieldsError } from '../errors.ts';
import { maxOf, maxUnitsOf } from '../money/amount.ts';
import { type Problem, problem } from '../problem.ts';
import { type Budget, productOf } from './budget.ts';

const tooLarge = (name: string, maximum: number) =>
  problem('too_large', 'make {name} too large (maximum is {maximum})', { name, maximum });

const invalidGuests = (problem: Problem) => new InvalidFieldsError({ field: 'guests', problem });

/** The budgets with the amounts that follow from units and so many guests. Throws this refusal if one is too large. */
export const budgetsFor = (
  guests: number,
  budgets: Budget[],
  refusalOf: (problem: Problem) => Error = invalidGuests,
): Budget[] =>
  budgets.map((budget) => {
    const { unit_cents, digits, name } = budget;
    if (unit_cents === undefined) return budget;
    const amount_cents = productOf({ ...budget, unit_cents }, guests);
    if (amount_cents === budget.amount_cents) return budget;
    if (amount_cents <= maxUnitsOf(digits)) return { ...budget, amount_cents };
    throw refusalOf(tooLarge(name, maxOf(digits)));
  });
