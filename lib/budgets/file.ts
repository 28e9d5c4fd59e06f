import * as z from 'zod/mini';
import { writeCsv } from '../csv/write.ts';
import type { Budget } from '../events/budget.ts';
import { includeParameter } from '../lists/include.ts';
import { refOf } from './ref.ts';
import { toBudgetResponse } from './response.ts';

/** A CSV file of budgets: its columns in the order of an export, and the list that it is in JSON. */
export const BUDGET_FILE = {
  list: 'budgets',
  types: {
    ref: 'word',
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
    estimate: 'number',
    link: 'text',
  },
  key: { column: 'ref', fields: ['id', 'version'] },
  // A file must have one column of each list.
  required: [['name'], ['amount', 'unit_amount']],
  example: 'name,category,amount,spent,due_date\r\nBand,Music,800.00,950.50,2027-06-01\r\n',
} as const;

export const exportQuery = z.object({
  include: includeParameter(
    ['version'],
    'What each row also has. `version`: its `ref`, which is the id of the budget and its version',
  ),
});

/** Columns that a file has only if a budget uses one of the group. */
const COLUMNS_IF_USED = [['unit_amount', 'quantity', 'per_guest'], ['estimate'], ['link']] as const;

/** A file with these budgets. An import of it adds them, or with refs changes them. */
export function toBudgetCsv(budgets: Budget[], { include = [] }: z.output<typeof exportQuery>): string {
  const rows = budgets.map((budget) => ({ ref: refOf(budget), ...toBudgetRow(budget) }));
  const omitted = new Set<string>([
    ...(include.includes('version') ? [] : ['ref']),
    ...COLUMNS_IF_USED.filter((group) =>
      rows.every((row) => group.every((name) => row[name] === undefined)),
    ).flat(),
  ]);
  const columns = Object.keys(BUDGET_FILE.types).filter((name) => !omitted.has(name));
  return writeCsv(columns, rows);
}

function toBudgetRow(budget: Budget) {
  const { id: _, payments: __, unscheduled: ___, ...fields } = toBudgetResponse(budget);
  const { amount, spent, paid, unit_amount, quantity, per_guest, estimate, ...texts } = fields;
  return {
    ...texts,
    amount: amount.rawJSON,
    spent: spent.rawJSON,
    paid: paid?.toString(),
    unit_amount: unit_amount?.rawJSON,
    quantity: quantity?.toString(),
    per_guest: per_guest?.toString(),
    estimate: estimate?.rawJSON,
  };
}
