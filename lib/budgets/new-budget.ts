import { type Budget, FIRST_BUDGET_VERSION } from '../events/budget.ts';
import { type Digits, minorUnits, requireDigits } from '../money/amount.ts';
import type { NewBudget } from './request.ts';

/** The budget that a create makes. Throws {@link InvalidFieldsError} if an amount doesn't fit the event's digits. */
export function newBudgetOf(
  { amounts, vendor, note, due_date, paid, ...fields }: NewBudget,
  { id, digits, write_mark }: { id: number; digits: Digits; write_mark: string },
): Budget {
  requireDigits(amounts, digits);
  return {
    id,
    digits,
    write_mark,
    version: FIRST_BUDGET_VERSION,
    ...fields,
    amount_cents: minorUnits(amounts.amount ?? 0, digits),
    spent_cents: minorUnits(amounts.spent ?? 0, digits),
    // `null` is the same as nothing.
    vendor: vendor ?? undefined,
    note: note ?? undefined,
    due_date: due_date ?? undefined,
    paid: paid ?? undefined,
  };
}
