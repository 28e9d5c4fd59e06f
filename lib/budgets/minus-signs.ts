import { CsvRow } from '../csv/read.ts';
import { RejectedAmount } from '../money/request.ts';
import { problem } from '../problem.ts';
import { columnsOf } from './file.ts';

const AMOUNTS = columnsOf('amount');

const NEGATIVE = new RejectedAmount(
  problem(
    'negative',
    'must not be negative. For a discount, a refund or a credit, lower the amount or add income. If all amounts with a minus are costs, add a column kind with expense',
  ),
);

const TAKEN_OFF = 'The minus of all amounts was taken off: they are costs.';

/**
 * The entries of an import. If the file writes all expenses with a minus, and says of each that it is an expense, without the
 * minuses; with a warning if nothing says what they are, and all amounts have one. Otherwise one may be a discount, which must
 * not become a cost.
 */
export function withoutMinusSigns(entries: unknown): unknown {
  const rows = Array.isArray(entries) ? entries.filter((entry: unknown) => entry instanceof CsvRow) : [];
  const amounts = rows.flatMap((row) =>
    AMOUNTS.flatMap((name) => {
      const amount = row[name];
      return typeof amount === 'number' && amount !== 0 ? { row, name, amount, isNegative: amount < 0 } : [];
    }),
  );
  const costs = amounts.filter(({ row }) => row['kind'] !== 'income');
  const saysExpense = costs.every(({ row, isNegative }) => row['kind'] === 'expense' && isNegative);
  const saysNothing =
    rows.every((row) => (row['kind'] ?? row['ref']) === undefined) &&
    amounts.length > 1 &&
    amounts.every(({ isNegative }) => isNegative);
  const [first] = amounts;
  if (saysNothing) first?.row.warn(first.name, TAKEN_OFF);
  for (const { row, name, amount } of amounts.filter(({ isNegative }) => isNegative))
    row[name] = saysNothing || (saysExpense && row['kind'] !== 'income') ? -amount : NEGATIVE;
  return entries;
}
