import { CsvRow } from '../csv/row.ts';
import { RefusedAmount } from '../money/request.ts';
import { problem } from '../problem.ts';
import { columnsOf } from './file.ts';

const AMOUNTS = columnsOf('amount');

const NEGATIVE = new RefusedAmount(
  problem(
    'negative',
    'must not be negative. For a discount, a refund or a credit, lower the amount or add income. If all amounts with a minus are costs, add a column kind with expense',
  ),
);

const TAKEN_OFF = 'The minus of all amounts was taken off: they are costs.';

/** The amounts in a row that are numbers, but 0. */
const amountsIn = (row: CsvRow): [name: string, amount: number][] =>
  AMOUNTS.flatMap((name) => {
    const amount = row[name];
    return typeof amount === 'number' && amount !== 0 ? [[name, amount]] : [];
  });

const isNegative = ([, amount]: [string, number]): boolean => amount < 0;

/**
 * The entries of an import. If the file writes all expenses with a minus, and says of each that it is an expense, without the
 * minuses; with a warning if nothing says what they are, and all amounts have one. Otherwise one may be a discount, which must
 * not become a cost.
 */
export function withoutMinusSigns(entries: unknown): unknown {
  if (!Array.isArray(entries)) return entries;
  const rows = entries.filter((entry: unknown) => entry instanceof CsvRow);
  const withAmounts = rows.filter((row) => amountsIn(row).length > 0);
  const expenses = withAmounts.filter((row) => row['kind'] !== 'income');
  const saysExpense = expenses.every((row) => row['kind'] === 'expense' && amountsIn(row).every(isNegative));
  const amounts = withAmounts.flatMap(amountsIn);
  const saysNothing =
    rows.every((row) => (row['kind'] ?? row['ref']) === undefined) &&
    amounts.length > 1 &&
    amounts.every(isNegative);
  const [first] = withAmounts;
  if (saysNothing && first) first.warn(amountsIn(first)[0]?.[0] ?? 'amount', TAKEN_OFF);
  for (const row of rows)
    for (const [name, amount] of amountsIn(row).filter(isNegative))
      row[name] = saysNothing || (saysExpense && expenses.includes(row)) ? -amount : NEGATIVE;
  return entries;
}
