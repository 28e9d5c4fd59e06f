import { amountTooPrecise, type Digits } from '../money/amount.ts';
import { isSign } from '../money/currency-sign.ts';
import { toAmount } from '../money/response.ts';
import { type Problem, problem } from '../problem.ts';

export type DecimalMark = '.' | ',';

/** The decimal marks of a file, collected while it is read. */
export interface Marks {
  /** As the query says. */
  said: DecimalMark | undefined;
  /** As numbers with one meaning show, in their order. */
  shown: DecimalMark[];
  /** Every amount has a point and three digits, as in exports of currencies with three digits. */
  areThousandths: boolean;
}

/** A number whose meaning depends on the currency of its event, or on other cells. */
export interface WrittenNumber {
  /** With a decimal point and without groups, such as `12.500`. */
  number: string;
  /** The sign or code of a currency, if the file has one there. */
  sign?: string | undefined;
  /** The decimal mark, or what may be it. */
  mark?: DecimalMark | undefined;
  /** If the mark may separate thousands. */
  form?: 'ambiguous' | 'mixed';
  marks?: Marks;
}

interface ReadNumber {
  value: number;
  written?: WrittenNumber;
  /** It has another decimal mark than numbers before it. */
  differs?: boolean;
}

/** Longer cells hold no number that a rule knows. */
const MAX_LENGTH = 40;

/** Apostrophes, and the spaces that spreadsheets write between groups. */
const GROUPING = " \u00a0\u2009\u202f'’";

const otherMark = (mark: DecimalMark): DecimalMark => (mark === '.' ? ',' : '.');

const isMark = (text: string | undefined): text is DecimalMark => text === '.' || text === ',';

const invalid = (message: string) => ({ problem: problem('invalid', message) });

const NO_NUMBER = invalid('must be a number, such as "1250.50", "1,250.50" or "1.250,50"');
const OTHER_TEXT = invalid('must be a number without other text');
const CONTRADICTIONS = {
  '.': invalid('must have a decimal point, as decimal=. says'),
  ',': invalid('must have a decimal comma, as decimal=, says'),
};

/** A number, which may have the sign of a currency. `'dash'` if a dash stands for none. */
export function readNumber(
  cell: string,
  marks: Marks,
  isAmount: boolean,
): ReadNumber | 'dash' | { problem: Problem } {
  if (cell.length > MAX_LENGTH) return NO_NUMBER;
  const text = cell.replaceAll('\u2212', '-');
  const start = text.search(/\d/);
  if (start === -1) return withoutDigits(text);
  let end = text.length;
  while (!/\d/.test(text.charAt(end - 1))) end -= 1;
  const [before, digits, after] = [text.slice(0, start), text.slice(start, end), text.slice(end)];
  const around = [before, after].map((part) => part.trim());
  const signs = around.map((part) => part.replace(/^-|-$/, '').trim()).filter((part) => part !== '');
  const [sign] = signs;
  if (signs.length > 1 || (sign !== undefined && !(isAmount && isSign(sign))))
    return otherText(text, around, digits);
  const minuses = around.filter((part) => part.startsWith('-') || part.endsWith('-')).length;
  const parts = partsOf(digits);
  if (!parts || minuses > 1) return /[^\d.,'’\s-]/.test(digits) ? OTHER_TEXT : NO_NUMBER;
  if (before.endsWith('.') && digits.length < 3) return pointOfSign(digits);
  const { whole, fraction, mark, form } = parts;
  if (marks.said && form === 'clear' && mark && mark !== marks.said) return CONTRADICTIONS[marks.said];
  if (isAmount) marks.areThousandths &&= mark === '.' && fraction.length === 3;
  const isNew = form === 'clear' && mark !== undefined && !marks.shown.includes(mark);
  if (isNew) marks.shown.push(mark);
  const number = fraction ? `${whole}.${fraction}` : whole;
  const value = Number(form === 'clear' ? number : whole + fraction) * (minuses === 1 ? -1 : 1);
  const differs = isNew && marks.shown.length > 1;
  if (form !== 'clear') return { value, differs, written: { number, sign, mark, form, marks } };
  const isFiner = significant(fraction).length > 2;
  if (!isFiner && sign === undefined) return { value, differs };
  return { value, differs, written: { number, sign, ...(isFiner && { mark }) } };
}

/** A number by its parts. `mixed` are ambiguous ones that no other cell explains. */
interface Parts {
  whole: string;
  fraction: string;
  /** Its decimal mark, or what may be it. */
  mark?: DecimalMark | undefined;
  form: 'clear' | 'ambiguous' | 'mixed';
}

/** The parts of a number from its first to its last digit; `undefined` if it has no form that is known. */
function partsOf(number: string): Parts | undefined {
  const runs = number.split(/\D/);
  const separators = [...number].filter((character) => !/\d/.test(character));
  const [group] = separators;
  const last = separators.at(-1);
  if (runs.includes('')) return undefined;
  if (group === undefined) return { whole: number, fraction: '', form: 'clear' };
  const [first = '', second = ''] = runs;
  if (separators.length === 1 && isMark(group)) {
    const isThousandths = second.length === 3 && first !== '0';
    if (isThousandths && first.startsWith('0')) return undefined;
    const form = isThousandths && first.length <= 3 ? 'ambiguous' : 'clear';
    return { whole: first, fraction: second, mark: group, form };
  }
  const fraction = last === group ? '' : (runs.pop() ?? '');
  const isGrouped = separators.slice(0, runs.length - 1).every((each) => each === group);
  if (!isGrouped || !areGroups(runs, group) || !(isMark(group) || GROUPING.includes(group))) return undefined;
  const whole = runs.join('');
  if (last === group)
    return { whole, fraction, mark: isMark(group) ? otherMark(group) : undefined, form: 'clear' };
  if (!isMark(last)) return undefined;
  return { whole, fraction, mark: last, form: !isMark(group) && fraction.length === 3 ? 'mixed' : 'clear' };
}

/** Groups have three digits, or in India two before the last three. */
function areGroups([first = '', ...others]: string[], group: string): boolean {
  if (first.startsWith('0') || first.length > 3 || others.at(-1)?.length !== 3) return false;
  const middle = others.slice(0, -1);
  const isIndian = group === ',' && first.length < 3 && middle.every(({ length }) => length === 2);
  return isIndian || middle.every(({ length }) => length === 3);
}

/** The digits of a fraction without zeros at its end. No regular expression: `0+$` takes quadratic time. */
function significant(fraction: string): string {
  let end = fraction.length;
  while (fraction[end - 1] === '0') end -= 1;
  return fraction.slice(0, end);
}

function withoutDigits(text: string) {
  const rest = text.replace(/^[-–—]|[-–—]$/, '').trim();
  if (rest !== text && (rest === '' || isSign(rest))) return 'dash';
  return isErrorOfSpreadsheet(text) ? SPREADSHEET : OTHER_TEXT;
}

const isErrorOfSpreadsheet = (text: string): boolean => /^#(\D|$)|^err:\d/i.test(text);

const SPREADSHEET = invalid('is an error of the spreadsheet. Repair its formula, or widen its column');

/** Says what else stands around a number. */
function otherText(text: string, [before = '', after = '']: string[], digits: string) {
  if (isErrorOfSpreadsheet(text)) return SPREADSHEET;
  if (after === '%') return invalid('must not be a percentage');
  if (before.includes('(') && after.includes(')'))
    return invalid('must not be in parentheses: write a minus if you mean one');
  if (/^[.,] ?[-–—]/.test(after)) return invalid(`must be a number: write "${digits}"`);
  return /[^\d.,'’\s-]/.test(text) ? OTHER_TEXT : NO_NUMBER;
}

/** `Rs.50` has the point of the sign or of the number. */
const pointOfSign = (digits: string) => ({
  problem: problem(
    'ambiguous',
    `could be "${digits}" or "0.${digits}": write a space after the sign, or a zero before the point`,
  ),
});

/**
 * The number that is meant in an event with these digits, or what is wrong with it. What is stored already is no change.
 * `instead` is said of too many digits instead of what to write.
 */
export function meaningOf(
  { number, mark = '.', form, marks }: WrittenNumber,
  digits: Digits,
  stored?: string,
  instead?: string,
): { value: number } | { problem: Problem } {
  const decimal = { value: Number(number) };
  const thousands = { value: Number(number.replace('.', '')) };
  const [, fraction = ''] = number.split('.');
  if (!form) {
    if (significant(fraction).length <= digits) return decimal;
    return { problem: amountTooPrecise(digits, instead ?? `: write ${nearest(number, digits, mark)}`) };
  }
  const same = [decimal, thousands].find(({ value }) => stored !== undefined && value === Number(stored));
  if (same) return same;
  if (form === 'mixed' || !marks) return { problem: ambiguous(number, digits, mark) };
  const { said, shown, areThousandths } = marks;
  const isDecimal = (each: DecimalMark) => (said ? said === each : digits !== 3 && shown.includes(each));
  if (digits === 3 && (isDecimal(mark) || (!said && areThousandths))) return decimal;
  if (isDecimal(mark)) return { problem: tooFine(number, digits, mark) };
  const isThousands = isDecimal(otherMark(mark)) || digits === 0;
  return isThousands ? thousands : { problem: ambiguous(number, digits, mark, true) };
}

/** A fraction that no other reading of the file allows. It is not taken, because the file may be mixed. */
function tooFine(number: string, digits: Digits, mark: DecimalMark): Problem {
  const written = nearest(number, digits, mark);
  if (digits === 0) return amountTooPrecise(digits, `: write ${written}`);
  const [, fraction = ''] = number.split('.');
  const facts = significant(fraction).length <= digits ? { decimal: Number(number) } : undefined;
  return problem('ambiguous', `has three fractional digits: write ${written}`, facts);
}

/** Says both meanings of a number, if both fit. `canSay` if the query could decide. */
function ambiguous(number: string, digits: Digits, mark: DecimalMark, canSay = false): Problem {
  const [whole = '', fraction = ''] = number.split('.');
  const thousands = Number(whole + fraction);
  const grouping = `with decimal=${otherMark(mark)} it is ${thousands}`;
  const shortened = significant(fraction);
  if (shortened.length > digits)
    return problem(
      'ambiguous',
      `could be ${thousands}: ${canSay ? `${grouping}, or ` : ''}write "${thousands}"`,
      { thousands },
    );
  const small = shortened ? `${whole}${mark}${shortened}` : whole;
  const exact = nearest(number, digits, mark);
  const way = canSay
    ? digits === 3
      ? `${grouping}, with decimal=${mark} it is ${small}`
      : `${grouping}; if it is ${small}, write ${exact}`
    : `write "${thousands}" or ${exact}`;
  return problem('ambiguous', `could be ${thousands} or ${small}: ${way}`, {
    thousands,
    decimal: Number(number),
  });
}

/** The nearest number with so many digits, by the digits as they are written. Both neighbors of a half. */
function nearest(number: string, digits: Digits, mark: DecimalMark): string {
  const [whole = '', fraction = ''] = number.split('.');
  const units = BigInt(whole + fraction.slice(0, digits).padEnd(digits, '0'));
  const rest = significant(fraction.slice(digits));
  const found = rest === '5' ? [units + 1n, units] : [rest > '5' ? units + 1n : units];
  return found.map((each) => `"${toAmount(each, digits).rawJSON.replace('.', mark)}"`).join(' or ');
}
