import * as z from 'zod/mini';
import type { Budget } from '../plan/budget.ts';

/** More of them help nobody. */
const MAX_WARNINGS = 100;

/** What a row's amount or name says of it. */
const MESSAGES = {
  amount: 'Amount is the sum of rows before it',
  name: 'Name looks like that of a total',
};

export const importWarning = z
  .object({
    line: z
      .int32()
      .check(z.gte(1), z.meta({ description: 'Line of the CSV file. The header row is line 1' })),
    field: z.string().check(
      z.meta({
        description: 'The column that looks like that of a total',
        // An enum would have a member `name`, which Kotlin and Java have already.
        'x-extensible-enum': Object.keys(MESSAGES),
      }),
    ),
    message: z.string().check(z.meta({ description: 'A sentence to show to people' })),
  })
  .check(z.meta({ id: 'ImportWarning' }));

/** A row of a file, as the budget that it makes. */
export interface BudgetOfRow {
  line: number;
  budget: Budget;
  isNew: boolean;
}

/** Warnings of new budgets that may be totals of others in the file, so that the event would count these twice. */
export function warningsOf(rows: BudgetOfRow[]): z.output<typeof importWarning>[] {
  const sums = new Map<string, { count: number; cents: number }>();
  const warnings = rows.flatMap(({ line, budget, isNew }) => {
    const { name, kind = 'expense', category, amount_cents } = budget;
    const sinceTotal = `${kind} since the last total`;
    const groups = [kind, sinceTotal, `${kind} in ${category}`];
    const isSum = groups
      .flatMap((group) => sums.get(group) ?? [])
      .some(({ count, cents }) => count > 1 && cents === amount_cents);
    if (isNew && (isSum || isNamedTotal(name))) {
      sums.delete(sinceTotal);
      const field = isSum ? 'amount' : 'name';
      return {
        line,
        field,
        message: `Line ${line}: ${MESSAGES[field]}. Delete the row if it is a total, or it counts twice.`,
      };
    }
    if (amount_cents > 0)
      for (const group of groups) {
        const { count, cents } = sums.get(group) ?? { count: 0, cents: 0 };
        sums.set(group, { count: count + 1, cents: cents + amount_cents });
      }
    return [];
  });
  return warnings.slice(0, MAX_WARNINGS);
}

/** The words for it in the languages whose booleans a file may have. Not "sum": a lump sum is no total. */
const TOTALS = new Set(
  (
    'total subtotal sub-total totals summe zwischensumme gesamt gesamtsumme gesamtbetrag sous-total somme ' +
    'totale subtotale somma suma soma totaal subtotaal delsum totalt summa delsumma yhteensä välisumma razem ' +
    'celkem součet mezisoučet spolu súčet medzisúčet összesen részösszeg toplam итого всего подытог сумма'
  ).split(' '),
);

/** Returns whether it begins or ends with such a word, as in "Grand total" or "Summe Essen:". */
function isNamedTotal(name: string): boolean {
  const words =
    name
      .normalize()
      .toLowerCase()
      .match(/[\p{L}-]+/gu) ?? [];
  return [words.at(0), words.at(-1)].some((word = '') => TOTALS.has(word));
}
