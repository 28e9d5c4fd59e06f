import { InvalidFieldsError } from '../errors.ts';
import { maxOf, maxUnitsOf } from '../money/amount.ts';
import { problem } from '../problem.ts';
import { type Budget, productOf } from './budget.ts';

const tooManyGuests = ({ name, digits }: Budget) =>
  new InvalidFieldsError({
    field: 'guests',
    problem: problem('too_large', 'make {name} too large (maximum is {maximum})', {
      name,
      maximum: maxOf(digits),
    }),
  });

/** The budgets with the amounts that follow from units and so many guests. Throws this refusal if one is too large. */
export const budgetsFor = (
  guests: number,
  budgets: Budget[],
  refusalOf: (budget: Budget) => Error = tooManyGuests,
): Budget[] =>
  budgets.map((budget) => {
    const { unit_cents, digits } = budget;
    if (unit_cents === undefined) return budget;
    const amount_cents = productOf({ ...budget, unit_cents }, guests);
    if (amount_cents === budget.amount_cents) return budget;
    if (amount_cents <= maxUnitsOf(digits)) return { ...budget, amount_cents };
    throw refusalOf(budget);
  });
