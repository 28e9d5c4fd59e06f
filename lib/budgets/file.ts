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
  },
  required: ['name', 'amount'],
  example: 'name,category,amount,spent,due_date\r\nBand,Music,800.00,950.50,2027-06-01\r\n',
} as const;

/** A line of the file, which an import takes. */
export function toBudgetLine(budget: Budget) {
  const { id: _, amount, spent, paid, ...texts } = toBudgetResponse(budget);
  return { ...texts, amount: amount.rawJSON, spent: spent.rawJSON, paid: paid?.toString() };
}
