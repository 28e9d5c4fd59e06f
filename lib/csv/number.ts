import { isSign } from '../money/currency-sign.ts';
import { exactNumberOf } from '../money/exact-number.ts';
import { type Problem, problem } from '../problem.ts';
import { ambiguous, isAmbiguous } from './ambiguous-number.ts';
import type { WrittenAmount } from './row.ts';

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

/** Forms other than a number. The first match counts. */
const OTHERS: [RegExp, Problem][] = [
  // Groups of three digits, whose mark can't be a decimal mark.
  [
    /^-?\d{1,3}([.,]\d{3}(?=[.,])|['’\s]\d{3})+([.,]\d+)?$/,
    problem('invalid', 'must not have thousands separators'),
  ],
  [
    /^#(\D|$)|^err:\d/i,
    problem('invalid', 'is an error of the spreadsheet. Repair its formula, or widen its column'),
  ],
  [/\d\s?%$/, problem('invalid', 'must not be a percentage')],
  [/^\W*\(.*\d.*\)\W*$/, problem('invalid', 'must not be in parentheses: write a minus if you mean one')],
  [/^[^\w–—-]*[–—-]\W*$/, problem('invalid', 'must be a number: write "0" for a dash')],
  [/[^\d.,'’\s-]/, problem('invalid', 'must be a number without other text')],
];

/** A number from its first to its last digit, its minus, and what else is at its ends. */
const PARTS = /^(-?)([^\d-]*)(-?\d(?:.*\d)?)(\D*)$/s;

/** An amount, which may have the sign or code of a currency at one of its ends. */
export function readAmount(
  text: string,
  decimal: DecimalSeparator,
): { value: unknown; amount?: WrittenAmount } | { problem: Problem } {
  const { number, sign } = withoutSign(text.replace('\u2212', '-'));
  const read = readNumber(number, decimal);
  if ('problem' in read || (sign === undefined && !isAmbiguous(number))) return read;
  return { ...read, amount: { number, sign } };
}

function withoutSign(text: string): WrittenAmount {
  const [, minus, before = '', number, after = ''] = PARTS.exec(text) ?? [];
  const sign = before && after ? '' : (before || after).trim();
  return isSign(sign) ? { number: `${minus}${number}`, sign } : { number: text, sign: undefined };
}

/** A quantity, which belongs to no currency. An ambiguous one is refused. */
export function readQuantity(text: string, decimal: DecimalSeparator) {
  return isAmbiguous(text) ? { problem: ambiguous(text, 2) } : readNumber(text, decimal);
}

function readNumber(text: string, decimal: DecimalSeparator): { value: unknown } | { problem: Problem } {
  const { number, problem } = DECIMALS[decimal];
  if (number.test(text)) return { value: exactNumberOf(text.replace(',', '.')) };
  return { problem: OTHERS.find(([form]) => form.test(text))?.[1] ?? problem };
}
