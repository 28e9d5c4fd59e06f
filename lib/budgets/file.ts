import * as z from 'zod/mini';
import { ambiguous } from '../csv/ambiguous-number.ts';
import { writeCsv } from '../csv/write.ts';
import { InvalidFieldsError } from '../errors.ts';
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
    amount: 'amount',
    spent: 'amount',
    kind: 'word',
    vendor: 'text',
    note: 'text',
    due_date: 'word',
    paid: 'boolean',
    unit_amount: 'amount',
    quantity: 'quantity',
    per_guest: 'boolean',
    estimate: 'amount',
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

/**
 * Throws `InvalidFieldsError` for amounts of a row that have two meanings in an event with these digits, except for those
 * that the budget has already.
 */
export function requireUnambiguous(
  { digits }: Pick<Budget, 'digits'>,
  amounts: Record<string, string> = {},
  stored?: Budget,
): void {
  // Three digits after a mark are how such an event writes every amount.
  if (digits === 3) return;
  const row: Record<string, unknown> = stored ? toBudgetRow(stored) : {};
  const isStored = (field: string, text: string) =>
    row[field] !== undefined && Number(row[field]) === Number(text.replace(',', '.'));
  const problems = Object.entries(amounts)
    .filter(([field, text]) => !isStored(field, text))
    .map(([field, text]) => ({ field, problem: ambiguous(text, digits) }));
  if (problems.length > 0) throw new InvalidFieldsError(...problems);
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
