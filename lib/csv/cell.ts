import { signOf } from '../money/currency-sign.ts';
import { type Problem, problem } from '../problem.ts';
import { type DateOrder, readDay } from './day.ts';
import { unguarded } from './formulas.ts';
import { type Marks, readNumber, type WrittenNumber } from './number.ts';

/** The parts of a cell that the event has to make sense of. */
export interface WrittenCell extends Partial<WrittenNumber> {
  /** The sign or code of a currency in the header of its column. */
  inHeader?: string | undefined;
}

/** The meaning of a cell. */
type ReadCell = { value: unknown; written?: WrittenCell } | 'dash' | { problem: Problem };

/** Notation of a file’s cells. */
export interface CellNotation {
  date?: DateOrder | undefined;
  marks: Marks;
}

/** Types of columns. Spaces at the ends of cells are no part of them. The schema decides about what no rule knows. */
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
  /** Such as `EUR`, `eur` or `€`. */
  currency: (text) => {
    const sign = signOf(text);
    return sign === undefined ? { problem: NO_CURRENCY } : { value: sign, written: { sign } };
  },
} satisfies Record<string, (text: string, notation: CellNotation) => ReadCell>;

const NO_CURRENCY = problem('invalid', 'must be the code or sign of a currency, such as EUR');

/** One of these, or text as it stands. */
export type CellType = 'text' | keyof typeof TYPES;

/** A cell as the value that it would have in JSON; `undefined` if it is empty. */
export function readCell(cell: string, type: CellType, notation: CellNotation): ReadCell | undefined {
  const text = unguarded(cell);
  if (type === 'text') return text === '' ? undefined : { value: text };
  const trimmed = text.trim();
  if (trimmed === '') return undefined;
  // Longer cells hold nothing that a rule knows, and could take long.
  return trimmed.length > MAX_LENGTH && type !== 'currency'
    ? { value: trimmed }
    : TYPES[type](trimmed, notation);
}

const MAX_LENGTH = 40;

/** Booleans as spreadsheets write them in their languages, and as people write yes and no. */
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

/** Other texts stay as they are. */
function booleanOf(text: string): boolean | string {
  const word = text.normalize().toLowerCase();
  return TRUE.has(word) || (FALSE.has(word) ? false : text);
}
