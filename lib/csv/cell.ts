import { exactNumberOf } from '../money/exact-number.ts';
import { type Problem, problem } from '../problem.ts';
import { ambiguous, isAmbiguous } from './ambiguous-number.ts';
import { unguarded } from './formulas.ts';

/**
 * What the cells of a column hold: text as it stands, or a word, amount, quantity or boolean that spaces may surround. What an
 * ambiguous amount means depends on its event, and is decided there. An ambiguous quantity is refused.
 */
export type CellType = 'text' | 'word' | 'amount' | 'quantity' | 'boolean';

export type DecimalSeparator = '.' | ',';

const DECIMALS: Record<DecimalSeparator, { number: RegExp; problem: Problem }> = {
  '.': {
    number: /^-?\d+(\.\d+)?$/,
    problem: problem(
      'invalid',
      'must be a number with a decimal point and no thousands separators. If the file has decimal commas, say so when you import it',
    ),
  },
  ',': {
    number: /^-?\d+(,\d+)?$/,
    problem: problem('invalid', 'must be a number with a decimal comma and no thousands separators'),
  },
};

/** Groups of three digits, whose mark can't be a decimal mark. */
const THOUSANDS = /^-?\d{1,3}([.,]\d{3}(?=[.,])|['’\s]\d{3})+([.,]\d+)?$/;

const NO_THOUSANDS = problem('invalid', 'must not have thousands separators');

/** A cell as the value that it would have in JSON; `undefined` if it is empty. */
export function readCell(
  cell: string,
  type: CellType,
  decimal: DecimalSeparator,
): { value: unknown; ambiguous?: string } | { problem: Problem } | undefined {
  const text = unguarded(cell);
  if (type === 'text') return text === '' ? undefined : { value: text };
  const word = text.trim();
  if (word === '') return undefined;
  if (type === 'boolean') return { value: booleanOf(word) };
  if (type === 'word') return { value: word };
  return readNumber(word, type, decimal);
}

function readNumber(word: string, type: 'amount' | 'quantity', decimal: DecimalSeparator) {
  const { number, problem } = DECIMALS[decimal];
  if (!number.test(word)) return { problem: THOUSANDS.test(word) ? NO_THOUSANDS : problem };
  const value = exactNumberOf(word.replace(',', '.'));
  if (!isAmbiguous(word)) return { value };
  return type === 'quantity' ? { problem: ambiguous(word, 2) } : { value, ambiguous: word };
}

/** The longest of them has 10 characters. */
const MAX_BOOLEAN = 20;

/** How spreadsheets write booleans, which depends on their language. */
const TRUE = new Set(
  'true wahr vrai vero verdadero verdadeiro waar sand sant sann tosi prawda pravda igaz doğru истина'.split(
    ' ',
  ),
);
const FALSE = new Set(
  'false falsch faux falso onwaar falsk falskt usann epätosi fałsz nepravda hamis yanliş ложь'.split(' '),
);

/** What is no boolean is left to the schema. */
function booleanOf(word: string): unknown {
  if (word.length > MAX_BOOLEAN) return word;
  const lowerCase = word.normalize().toLowerCase();
  return TRUE.has(lowerCase) || (FALSE.has(lowerCase) ? false : word);
}
