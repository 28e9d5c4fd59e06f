import { InvalidFieldsError } from '../errors.ts';
import { type Budget, FIRST_BUDGET_VERSION } from '../events/budget.ts';
import { minorUnits, requireDigits } from '../money/amount.ts';
import { type AmountTerms, amountOf, amountProblems } from './amounts.ts';
import type { NewBudget } from './request.ts';

/** The budget that a create makes. Throws {@link InvalidFieldsError} if an amount doesn't fit the event. */
export function newBudgetOf(
  budget: NewBudget,
  { id, digits, guests, write_mark }: AmountTerms & { id: number; write_mark: string },
): Budget {
  const { amounts, quantity, per_guest, vendor, note, due_date, paid, ...fields } = budget;
  requireDigits(amounts, digits);
  const problems = amountProblems(budget, { digits, guests });
  if (problems.length > 0) throw new InvalidFieldsError(problems);
  const unit = typeof amounts.unit_amount === 'number' ? minorUnits(amounts.unit_amount, digits) : undefined;
  return {
    id,
    digits,
    write_mark,
    version: FIRST_BUDGET_VERSION,
    ...fields,
    amount_cents: amountOf(budget, { digits, guests }),
    spent_cents: minorUnits(amounts.spent ?? 0, digits),
    unit_cents: unit,
    // `null` is the same as nothing.
    quantity: quantity ?? undefined,
    per_guest: unit === undefined ? undefined : (per_guest ?? undefined),
    vendor: vendor ?? undefined,
    note: note ?? undefined,
    due_date: due_date ?? undefined,
    paid: paid ?? undefined,
    payments: [],
  };
}
