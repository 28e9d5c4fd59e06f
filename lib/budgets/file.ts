import { writeCsv } from '../csv/write.ts';
import type { Budget } from '../events/budget.ts';
import { toBudgetResponse } from './response.ts';
import { BUDGET_FILE } from './file-columns.ts';

/** The budgets as a CSV file that an import takes. */
export const budgetFile = ({ budgets }: { budgets: Budget[] }): string =>
  writeCsv(Object.keys(BUDGET_FILE.types), budgets.map(rowOf));

function rowOf(budget: Budget) {
  const { id: _, amount, spent, paid, ...texts } = toBudgetResponse(budget);
  return { ...texts, amount: amount.rawJSON, spent: spent.rawJSON, paid: paid?.toString() };
}
