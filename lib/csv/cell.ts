import type { Problem } from '../problem.ts';
import { booleanOf } from './boolean.ts';
import { type DateOrder, readDay } from './day.ts';
import { unguarded } from './formulas.ts';
import { type DecimalSeparator, readAmount, readQuantity } from './number.ts';
import type { WrittenAmount } from './row.ts';

/** How the numbers and days of a file are written, if they don't tell it themselves. */
export interface Notation {
  decimal: DecimalSeparator;
  date?: DateOrder;
}

/** What a cell means. */
type ReadCell = { value: unknown; amount?: WrittenAmount } | { problem: Problem };

/** What the cells of a column hold, besides spaces at their ends. What no rule knows is left to the schema. */
const TYPES = {
  /** Any case. */
  word: (text) => ({ value: text.toLowerCase() }),
  /** Such as `true`, `WAHR`, `Yes`, `nein` or `x`. */
  boolean: (text) => ({ value: booleanOf(text) }),
  /** Such as `2027-06-30`, `6/30/2027` or, with the order of its parts, `3/4/2027`. */
  day: (text, { date }) => readDay(text, date),
  /** Such as `12.50` or `12,50 €`. What depends on the event's currency is decided with the event. */
  amount: (text, { decimal }) => readAmount(text, decimal),
  /** Such as `3`. */
  quantity: (text, { decimal }) => readQuantity(text, decimal),
} satisfies Record<string, (text: string, notation: Notation) => ReadCell>;

/** One of these, or text as it stands. */
export type CellType = 'text' | keyof typeof TYPES;

/** A cell as the value that it would have in JSON; `undefined` if it is empty. */
export function readCell(cell: string, type: CellType, notation: Notation): ReadCell | undefined {
  const text = unguarded(cell);
  if (type === 'text') return text === '' ? undefined : { value: text };
  const trimmed = text.trim();
  if (trimmed === '') return undefined;
  return trimmed.length > MAX_LENGTH ? { value: trimmed } : TYPES[type](trimmed, notation);
}

/** Longer cells hold nothing that a rule knows, and could take long. */
const MAX_LENGTH = 100;
