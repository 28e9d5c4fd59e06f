import { type Problem, problem } from '../problem.ts';

/** True if the day or the month comes first. */
export type DateOrder = 'dmy' | 'mdy';

/** Some programs add the time at which a day begins. */
const END = '\\.?(?:[ T]0?0:00(?::00(?:\\.0+)?)?)?$';
const YEAR_FIRST = new RegExp(`^(\\d{4})([-/.])\\s?(\\d{1,2})\\2\\s?(\\d{1,2})${END}`);
const YEAR_LAST = new RegExp(`^(\\d{1,2})([-/.])\\s?(\\d{1,2})\\2\\s?(\\d{4})${END}`);
const SHORT_YEAR = /^\d{1,2}([-/.])\s?\d{1,2}\1\s?\d{2}(?!\d)/;

const TWO_DIGITS = problem('invalid', 'must have a year of four digits');

const AMBIGUOUS = problem(
  'ambiguous',
  'could be day/month or month/day: import the file with date=dmy or date=mdy',
);

const OTHER_ORDER: Record<DateOrder, Problem> = {
  dmy: problem('invalid', 'must have the day before the month, as date=dmy says'),
  mdy: problem('invalid', 'must have the month before the day, as date=mdy says'),
};

/** A day as YYYY-MM-DD. What looks like none stays as it is. */
export function readDay(text: string, order?: DateOrder): { value: string } | { problem: Problem } {
  const [, year = '', , month = '', day = ''] = YEAR_FIRST.exec(text) ?? [];
  if (year) return { value: iso(year, month, day) };
  if (SHORT_YEAR.test(text)) return { problem: TWO_DIGITS };
  const [, first = '', , second = '', lastYear] = YEAR_LAST.exec(text) ?? [];
  if (!lastYear) return { value: text };
  const [dmy, mdy] = [iso(lastYear, second, first), iso(lastYear, first, second)];
  const fits = { dmy: Number(second) <= MONTHS, mdy: Number(first) <= MONTHS };
  if (order && !fits[order] && (fits.dmy || fits.mdy)) return { problem: OTHER_ORDER[order] };
  if (!order && fits.dmy && fits.mdy && dmy !== mdy) return { problem: AMBIGUOUS };
  return { value: (order ? order === 'dmy' : fits.dmy) ? dmy : mdy };
}

const MONTHS = 12;

const iso = (year: string, month: string, day: string): string =>
  `${year}-${month.padStart(2, '0')}-${day.padStart(2, '0')}`;
