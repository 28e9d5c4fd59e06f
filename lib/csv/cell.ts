import type { Problem } from '../problem.ts';
import { type DateOrder, readDay } from './day.ts';
import { unguarded } from './formulas.ts';
import { type DecimalMark, type Marks, readNumber, type WrittenNumber } from './number.ts';

/** How the numbers and days of a file are written, as its query says. */
export interface Notation {
  decimal?: DecimalMark | undefined;
  date?: DateOrder | undefined;
}

/** What a cell means. */
type ReadCell =
  | { value: unknown; written?: WrittenNumber; differs?: boolean }
  | 'dash'
  | { problem: Problem };

interface Read {
  date?: DateOrder | undefined;
  marks: Marks;
}

/** What the cells of a column hold, besides spaces at their ends. What no rule knows is left to the schema. */
const TYPES = {
  /** Any case. */
  word: (text) => ({ value: text.toLowerCase() }),
  /** Such as `true`, `WAHR`, `Yes`, `nein` or `x`. */
  boolean: (text) => ({ value: booleanOf(text) }),
  /** Such as `2027-06-30`, `6/30/2027` or, with the order of its parts, `3/4/2027`. */
  day: (text, { date }) => readDay(text, date),
  /** Such as `12.50` or `12,50 €`. What depends on the event's currency is decided with the event. */
  amount: (text, { marks }) => readNumber(text, marks, true),
  /** Such as `3`. */
  quantity: (text, { marks }) => readNumber(text, marks, false),
} satisfies Record<string, (text: string, read: Read) => ReadCell>;

/** One of these, or text as it stands. */
export type CellType = 'text' | keyof typeof TYPES;

/** A cell as the value that it would have in JSON; `undefined` if it is empty. */
export function readCell(cell: string, type: CellType, read: Read): ReadCell | undefined {
  const text = unguarded(cell);
  if (type === 'text') return text === '' ? undefined : { value: text };
  const trimmed = text.trim();
  if (trimmed === '') return undefined;
  return trimmed.length > MAX_LENGTH ? { value: trimmed } : TYPES[type](trimmed, read);
}

/** Longer cells hold nothing that a rule knows, and could take long. */
const MAX_LENGTH = 100;

/** How spreadsheets write booleans, which depends on their language, and people yes and no. */
const TRUE = new Set(
  (
    'true wahr vrai vero verdadero verdadeiro waar sand sant sann tosi prawda pravda igaz doğru истина ' +
    'yes ja oui sì si sí sim kyllä tak ano áno igen evet да x'
  ).split(' '),
);
const FALSE = new Set(
  (
    'false falsch faux falso onwaar falsk falskt usann epätosi fałsz nepravda hamis yanlış yanliş ложь ' +
    'no nein non não nee nej nei ei nie ne nem hayır hayir нет'
  ).split(' '),
);

/** What is no boolean stays as it is. */
function booleanOf(text: string): boolean | string {
  const word = text.normalize().toLowerCase();
  return TRUE.has(word) || (FALSE.has(word) ? false : text);
}
