import { amountTooPrecise, type Digits, toAmount } from '../money/amount.ts';
import { isSign } from '../money/currency-sign.ts';
import { significant } from '../money/exact-number.ts';
import { type Problem, problem } from '../problem.ts';

export type DecimalMark = '.' | ',';

/** The decimal marks of a file, collected while it is read. */
export interface Marks {
  /** The mark that the query names. */
  said: DecimalMark | undefined;
  /** The marks that numbers with one meaning show, in their order. */
  shown: DecimalMark[];
  /** Every amount has a point and three digits, as in exports of currencies with three digits. */
  areThousandths: boolean;
}

/** A number as it is written. Its meaning depends on the currency of its event, and on other cells. */
export interface WrittenNumber {
  /** With a decimal point and without groups, such as `12.500`. */
  number: string;
  /** The decimal mark, or what may be it. */
  mark?: DecimalMark | undefined;
  /** If the mark may separate thousands. `mixed` is a number that no other cell explains. */
  form?: 'ambiguous' | 'mixed' | undefined;
  marks?: Marks;
  /** The sign or code of a currency, if the cell has one. */
  sign?: string | undefined;
}

/** Apostrophes, and the spaces that spreadsheets write between groups. */
const GROUPING = " \u00a0\u2009\u202f'’";

const otherMark = (mark: DecimalMark): DecimalMark => (mark === '.' ? ',' : '.');

const isMark = (text: string | undefined): text is DecimalMark => text === '.' || text === ',';

const CONTRADICTS: Record<DecimalMark, string> = {
  '.': 'contradicts the query, in which decimal is a point',
  ',': 'contradicts the query, in which decimal is a comma',
};

const invalid = (message: string) => ({ problem: problem('invalid', message) });

/** A number, which may have the sign of a currency. `'dash'` if a dash stands for none. */
export function readNumber(
  cell: string,
  marks: Marks,
  isAmount: boolean,
): { value: number; written?: WrittenNumber } | 'dash' | { problem: Problem } {
  const text = cell.replaceAll('\u2212', '-');
  const start = text.search(/\d/);
  if (start === -1) return isDash(text) ? 'dash' : noNumber(text);
  let end = text.length;
  while (!/\d/.test(text.charAt(end - 1))) end -= 1;
  const [before, digits, after] = [text.slice(0, start), text.slice(start, end), text.slice(end)];
  const around = [before, after].map((part) => part.trim());
  const minuses = around.filter((part) => part.startsWith('-') || part.endsWith('-')).length;
  const signs = around.map((part) => part.replace(/^-|-$/, '').trim()).filter((part) => part !== '');
  const [sign] = signs;
  const hasSign = signs.length === 1 && isAmount && isSign(signs.join());
  const parts = minuses < 2 && (hasSign || signs.length === 0) ? partsOf(digits) : undefined;
  // `Rs.50` has the point of the sign or of the number.
  const isUnclear = before.endsWith('.') && digits.length < 3;
  if (!parts || isUnclear) return noNumber(text, digits, after);
  const { number, mark, form } = parts;
  if (isAmount) marks.areThousandths &&= mark === '.' && /\.\d{3}$/.test(number);
  if (mark && !form) {
    if (marks.said && mark !== marks.said) return invalid(CONTRADICTS[marks.said]);
    if (!marks.shown.includes(mark)) marks.shown.push(mark);
  }
  const value = Number(form ? number.replace('.', '') : number) * (minuses === 1 ? -1 : 1);
  const isPlain = sign === undefined && !number.includes('.');
  return isPlain ? { value } : { value, written: { ...parts, sign, ...(form && { marks }) } };
}

/** The parts of a number from its first to its last digit; `undefined` if it has no form that is known. */
function partsOf(digits: string): Pick<WrittenNumber, 'number' | 'mark' | 'form'> | undefined {
  const runs = digits.split(/\D/);
  const separators = [...digits.replaceAll(/\d/g, '')];
  const [group] = separators;
  const last = separators.at(-1);
  if (runs.includes('')) return undefined;
  if (group === undefined) return { number: digits };
  if (separators.length === 1 && isMark(group)) {
    const [first = '', second = ''] = runs;
    const isThousandths = second.length === 3 && first !== '0';
    if (isThousandths && first.startsWith('0')) return undefined;
    const form = isThousandths && first.length <= 3 ? 'ambiguous' : undefined;
    return { number: `${first}.${second}`, mark: group, form };
  }
  const fraction = last === group ? undefined : runs.pop();
  const isGrouped = separators.slice(0, runs.length - 1).every((each) => each === group);
  if (!isGrouped || !areGroups(runs, group) || !(isMark(group) || GROUPING.includes(group))) return undefined;
  const whole = runs.join('');
  if (fraction === undefined) return { number: whole, mark: isMark(group) ? otherMark(group) : undefined };
  if (!isMark(last)) return undefined;
  const form = !isMark(group) && fraction.length === 3 ? 'mixed' : undefined;
  return { number: `${whole}.${fraction}`, mark: last, form };
}

/** Groups have three digits, or in India two before the last three. */
function areGroups([first = '', ...others]: string[], group: string): boolean {
  if (first.startsWith('0') || first.length > 3 || others.at(-1)?.length !== 3) return false;
  const middle = others.slice(0, -1);
  const isIndian = group === ',' && first.length < 3 && middle.every(({ length }) => length === 2);
  return isIndian || middle.every(({ length }) => length === 3);
}

/** True for accounting's zero, with or without a sign. */
function isDash(text: string): boolean {
  const rest = text.replace(/^[-–—]|[-–—]$/, '').trim();
  return rest !== text && (rest === '' || isSign(rest));
}

function noNumber(text: string, digits = '', after = ''): { problem: Problem } {
  if (/^#(\D|$)|^err:\d/i.test(text))
    return invalid('is an error of the spreadsheet. Repair its formula, or widen its column');
  if (text.endsWith('%')) return invalid('must not be a percentage');
  if (text.includes('(') && text.endsWith(')'))
    return invalid('must not be in parentheses: write a minus if you mean one');
  if (/^[.,] ?[-–—]/.test(after))
    // Without groups, since `1.250` alone could also be a fraction.
    return invalid(`must be a number: write "${digits.replaceAll(/\D(?=\d{3}\b)/g, '')}"`);
  return invalid('must be a number without other text, such as "1250.50", "1,250.50" or "1.250,50"');
}

/**
 * The number that is meant in an event with these digits, or what is wrong with it. What is stored already is no change.
 * `instead` is said of too many digits instead of what to write.
 */
export function meaningOf(
  written: WrittenNumber,
  digits: Digits,
  stored?: string,
  instead?: string,
): { value: number } | { problem: Problem } {
  const { number, mark = '.', form, marks } = written;
  const decimal = { value: Number(number) };
  const thousands = { value: Number(number.replace('.', '')) };
  const [, fraction = ''] = number.split('.');
  const fits = significant(fraction).length <= digits;
  const write = `: write ${nearest(number, digits, mark)}`;
  if (!form) return fits ? decimal : { problem: amountTooPrecise(digits, instead ?? write) };
  const same = [decimal, thousands].find(({ value }) => stored !== undefined && value === Number(stored));
  if (same) return same;
  if (form === 'mixed' || !marks) return { problem: ambiguous(written, digits) };
  const { said, shown, areThousandths } = marks;
  const isDecimal = (each: DecimalMark) => (said ? said === each : digits !== 3 && shown.includes(each));
  if (digits === 3 && (isDecimal(mark) || (!said && areThousandths))) return decimal;
  if (isDecimal(mark)) {
    if (digits === 0) return { problem: amountTooPrecise(digits, write) };
    // A fraction, but another person may have meant thousands.
    const facts = fits ? { decimal: decimal.value } : undefined;
    return { problem: problem('ambiguous', `has three fractional digits${write}`, facts) };
  }
  const isThousands = isDecimal(otherMark(mark)) || digits === 0;
  return isThousands ? thousands : { problem: ambiguous(written, digits) };
}

/** Says both meanings of a number, if both fit, and how to write them. The query decides unless the number is mixed. */
function ambiguous({ number, mark = '.', form }: WrittenNumber, digits: Digits): Problem {
  const [whole = '', fraction = ''] = number.split('.');
  const shortened = significant(fraction);
  const fits = shortened.length <= digits;
  const thousands = whole + fraction;
  const small = shortened ? `${whole}${mark}${shortened}` : whole;
  const asThousands =
    form === 'mixed'
      ? `if it is ${thousands}, write "${thousands}"`
      : `with decimal=${otherMark(mark)} it is ${thousands}`;
  const asFraction =
    form !== 'mixed' && digits === 3
      ? `with decimal=${mark} it is ${small}`
      : `if it is ${small}, write ${nearest(number, digits, mark)}`;
  return problem(
    'ambiguous',
    fits
      ? `could be ${thousands} or ${small}: ${asThousands}; ${asFraction}`
      : `could be ${thousands}: ${asThousands}`,
    { thousands: Number(thousands), ...(fits && { decimal: Number(number) }) },
  );
}

/** The nearest number with so many digits, by the digits as they are written. Both neighbors of a half. */
function nearest(number: string, digits: Digits, mark: DecimalMark): string {
  const [whole = '', fraction = ''] = number.split('.');
  const units = BigInt(whole + fraction.slice(0, digits).padEnd(digits, '0'));
  const rest = significant(fraction.slice(digits));
  const found = rest === '5' ? [units + 1n, units] : [rest > '5' ? units + 1n : units];
  return found.map((each) => `"${toAmount(each, digits).rawJSON.replace('.', mark)}"`).join(' or ');
}
