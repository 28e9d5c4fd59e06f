import type { Budget } from '../events/budget.ts';
import { toBudgetResponse } from './response.ts';

/** A CSV file of budgets: its columns in the order of an export, and the list that it is in JSON. */
export const BUDGET_FILE = {
  list: 'budgets',
  types: {
    name: 'text',
    category: 'text',
    amount: 'number',
    spent: 'number',
    kind: 'word',
    vendor: 'text',
    note: 'text',
    due_date: 'word',
    paid: 'boolean',
    unit_amount: 'number',
    quantity: 'number',
    per_guest: 'boolean',
  },
  // One of each row.
  required: [['name'], ['amount', 'unit_amount']],
  example: 'name,category,amount,spent,due_date\r\nBand,Music,800.00,950.50,2027-06-01\r\n',
} as const;

/** The columns that an event with units has beside those of every export. */
const UNIT_COLUMNS = ['unit_amount', 'quantity', 'per_guest'];

/** The columns and the rows of a file with these budgets, which an import takes. */
export function toBudgetFile(budgets: Budget[]) {
  const hasUnits = budgets.some(({ unit_cents }) => unit_cents !== undefined);
  const columns = Object.keys(BUDGET_FILE.types).filter((name) => hasUnits || !UNIT_COLUMNS.includes(name));
  return { columns, rows: budgets.map(toBudgetRow) };
}

function toBudgetRow(budget: Budget) {
  const { id: _, payments: __, unscheduled: ___, ...fields } = toBudgetResponse(budget);
  const { amount, spent, paid, unit_amount, quantity, per_guest, ...texts } = fields;
  return {
    ...texts,
    amount: amount.rawJSON,
    spent: spent.rawJSON,
    paid: paid?.toString(),
    unit_amount: unit_amount?.rawJSON,
    quantity: quantity?.toString(),
    per_guest: per_guest?.toString(),
  };
}
