import { exactNumberOf } from '../money/exact-number.ts';
import { type Problem, problem } from '../problem.ts';
import { unguarded } from './formulas.ts';

/** What the cells of a column hold: text as it stands, or a word, number or boolean that spaces may surround. */
export type CellType = 'text' | 'word' | 'number' | 'boolean';

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

/** A cell as the value that it would have in JSON; `undefined` if it is empty. */
export function readCell(
  cell: string,
  type: CellType,
  decimal: DecimalSeparator,
): { value: unknown } | { problem: Problem } | undefined {
  const text = unguarded(cell);
  if (type === 'text') return text === '' ? undefined : { value: text };
  const word = text.trim();
  if (word === '') return undefined;
  if (type === 'boolean') return { value: booleanOf(word) };
  if (type === 'word') return { value: word };
  const { number, problem } = DECIMALS[decimal];
  return number.test(word) ? { value: exactNumberOf(word.replace(',', '.')) } : { problem };
}

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
  const lowerCase = word.normalize().toLowerCase();
  return TRUE.has(lowerCase) || (FALSE.has(lowerCase) ? false : word);
}
