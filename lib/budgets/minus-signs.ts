import { CsvRow } from '../csv/row.ts';
import { columnsOf } from './file.ts';

const AMOUNTS = columnsOf('amount');

/** The amounts in a row that are numbers, but 0. */
const amountsIn = (row: CsvRow): [name: string, amount: number][] =>
  AMOUNTS.flatMap((name) => {
    const amount = row[name];
    return typeof amount === 'number' && amount !== 0 ? [[name, amount]] : [];
  });

/**
 * The entries of an import. If the file writes all expenses with a minus, and says of each that it is an expense, without the
 * minuses. Otherwise one may be a discount, which must not become a cost.
 */
export function withoutMinusSigns(entries: unknown): unknown {
  if (!Array.isArray(entries)) return entries;
  const isExpense = (entry: unknown): entry is CsvRow =>
    entry instanceof CsvRow && entry['kind'] !== 'income' && amountsIn(entry).length > 0;
  const expenses = entries.filter(isExpense);
  const areNegative = expenses.every(
    (row) => row['kind'] === 'expense' && amountsIn(row).every(([, amount]) => amount < 0),
  );
  if (!areNegative) return entries;
  for (const row of expenses)
    Object.assign(row, Object.fromEntries(amountsIn(row).map(([name, amount]) => [name, -amount])));
  return entries;
}
