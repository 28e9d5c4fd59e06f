import { Rejection } from '../errors.ts';
import type { Budget } from '../plan/budget.ts';
import { eachPlainField, type RequestedPlainFields } from '../plan/plain-fields.ts';
import { BLANK, changedBy } from '../schema.ts';
import type { AmountTerms } from './amounts.ts';
import type { BudgetRow } from './imported-budgets.ts';
import { changedBudget } from './update-budget.ts';

/** A budget as a row of a file says it should be. Throws `invalid` if the row doesn't fit. */
export function budgetByRow(before: Budget, row: BudgetRow, context: AmountTerms): Budget {
  const { name, category, amount, spent, ...others } = row;
  const isOfUnits = changedBy(row.unit_amount, before.unit_cents) !== undefined;
  const missing = [...(name === null ? ['name'] : []), ...(amount === null && !isOfUnits ? ['amount'] : [])];
  if (missing.length > 0)
    throw new Rejection(
      'invalid',
      missing.map((field) => ({ field, problem: BLANK })),
    );
  const nothingSpent = before.payments.length > 0 ? undefined : 0;
  const changes = {
    ...others,
    ...eachPlainField<RequestedPlainFields>((name) => changedCell(row[name], before[name])),
    name: changedCell(name ?? undefined, before.name),
    category: changedCell(category === null ? '' : category, before.category),
    amount: amount ?? undefined,
    spent: spent === null ? nothingSpent : spent,
  };
  return changedBudget(before, changes, context);
}

/** Returns the change that a cell makes. Spreadsheets save other line breaks, and don't tell empty text from none. */
const changedCell = <Cell extends string | null | undefined>(cell: Cell, value = ''): Cell | undefined =>
  unixLines(cell ?? '') === unixLines(value) ? undefined : cell;

const unixLines = (text: string): string => text.replaceAll(/\r\n?/g, '\n');
