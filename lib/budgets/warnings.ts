import * as z from 'zod/mini';
import type { Warning } from '../csv/read.ts';
import type { Budget } from '../plan/budget.ts';

/** Each list of warnings is capped. */
const MAX_TOTALS = 100;
const MAX_OTHERS = 10;

/** Reasons to take a row for a total, by column. */
const TOTAL = {
  amount: 'Amount is the sum of rows before it',
  name: 'Name looks like that of a total',
};

const DAMAGED = 'The text looks damaged: it was once read in another encoding.';
const FAR = 'The day is more than ten years from the event.';

export const importWarning = z
  .object({
    line: z
      .int32()
      .check(z.gte(1), z.meta({ description: 'Line of the CSV file. The header row is line 1' })),
    field: z.string().check(z.meta({ description: 'The column to check' })),
    message: z.string().check(z.meta({ description: 'A sentence to show to people' })),
  })
  .check(z.meta({ id: 'ImportWarning' }));

/** A row of a file, as the budget that it makes. */
export interface BudgetOfRow {
  line: number;
  budget: Budget;
  isNew: boolean;
  isChanged: boolean;
}

/** Warnings of an import. Totals come first, because they change the event's sums. */
export function warningsOf(rows: BudgetOfRow[], found: Warning[], eventDate: string): Warning[] {
  const changed = rows.filter(({ isChanged }) => isChanged);
  const damaged = changed.flatMap(({ line, budget }) =>
    (['name', 'category', 'vendor', 'note'] as const).flatMap((field) =>
      LOOKS_DAMAGED.test(budget[field] ?? '') ? { line, field, message: DAMAGED } : [],
    ),
  );
  const far = changed.flatMap(({ line, budget: { due_date, payments }, isNew }) =>
    Object.entries({ due_date, paid_on: isNew ? payments[0]?.paid_on : undefined }).flatMap(([field, day]) =>
      day !== undefined && Math.abs(Date.parse(day) - Date.parse(eventDate)) > TEN_YEARS_MS
        ? { line, field, message: FAR }
        : [],
    ),
  );
  return [
    ...atMost(MAX_TOTALS, totalsIn(rows)),
    ...found,
    ...atMost(MAX_OTHERS, damaged),
    ...atMost(MAX_OTHERS, far),
  ].map(({ message, ...place }) => ({ ...place, message: `Line ${place.line}: ${message}` }));
}

/** The first of some warnings, and how many more there are. */
function atMost(maximum: number, warnings: Warning[]): Warning[] {
  const [next, ...more] = warnings.slice(maximum);
  const counted = next && { ...next, message: `More warnings like this: ${more.length + 1}.` };
  return [...warnings.slice(0, maximum), ...(counted ? [counted] : [])];
}

/** With three leap days. */
const TEN_YEARS_MS = 3_653 * 86_400_000;

/** UTF-8 that was read as Windows-1252: the first byte of a character, and what its next byte is there. */
const LOOKS_DAMAGED = /(?:[ÃÂÄÅÐÑ]|â€)[\u0080-\u00bf€‚ƒ„…†‡ˆ‰Š‹ŒŽ‘’“”•–—˜™š›œžŸ]/;

/** Warnings of new budgets that may be totals of others in the file, so that the event would count these twice. */
function totalsIn(rows: BudgetOfRow[]): Warning[] {
  const sums = new Map<string, { count: number; cents: number }>();
  return rows.flatMap(({ line, budget, isNew }) => {
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
        message: `${TOTAL[field]}. Delete the row if it is a total, or it counts twice.`,
      };
    }
    if (amount_cents > 0)
      for (const group of groups) {
        const { count, cents } = sums.get(group) ?? { count: 0, cents: 0 };
        sums.set(group, { count: count + 1, cents: cents + amount_cents });
      }
    return [];
  });
}

/** The words for it. Not "sum": a lump sum is no total. */
const TOTALS = new Set(
  (
    'total subtotal sub-total totals summe zwischensumme gesamt gesamtsumme gesamtbetrag insgesamt sous-total somme ' +
    'totale subtotale somma suma soma totaal subtotaal delsum totalt summa delsumma yhteensä välisumma razem ogółem ' +
    'celkem součet mezisoučet spolu súčet medzisúčet összesen részösszeg toplam итого всего подытог сумма ukupno ' +
    'σύνολο tổng'
  ).split(' '),
);

/** In languages without spaces, or with articles, these end a name. */
const ENDS = '合計 小計 总计 总额 รวม المجموع סה"כ סה״כ'.split(' ');

/** At the end of an account. Beside other words, it is the last rate of a budget. */
const BALANCES = new Set('saldo solde balance'.split(' '));

/** True for a name that begins or ends with such a word, as in "Grand total" or "Summe Essen:". */
function isNamedTotal(name: string): boolean {
  const text = name
    .normalize()
    .toLowerCase()
    .trim()
    .replace(/[:：]$/, '');
  const words = text.match(/[\p{L}-]+/gu) ?? [];
  return (
    [words.at(0), words.at(-1)].some((word = '') => TOTALS.has(word)) ||
    ENDS.some((end) => text.endsWith(end)) ||
    BALANCES.has(text)
  );
}
