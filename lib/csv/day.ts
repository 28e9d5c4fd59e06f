import { type Problem, problem } from '../problem.ts';

/** True if the day or the month comes first. */
export type DateOrder = 'dmy' | 'mdy';

const YEAR_FIRST = /^(\d{4})([-/.])\s?(\d{1,2})\2\s?(\d{1,2})\.?$/;
const CHINESE = /^(\d{4})(年)\s?(\d{1,2})月\s?(\d{1,2})日$/;
const YEAR_LAST = /^(\d{1,2})([-/.])\s?(\d{1,2})\2\s?(\d{4})\.?$/;
const SHORT_YEAR = /^\d{1,2}([-/.])\s?\d{1,2}\1\s?\d{2}$/;

/** At the end of a day, such as ` 14:00`, `T00:00:00.000Z` or `, 12:00:00 AM`. */
const TIME =
  /,?[ T]([01]?\d|2[0-3]):([0-5]\d)(?::([0-5]\d)(?:\.\d+)?)?(?: ?[ap]\.?m\.?)?(Z|[+-]\d\d:?\d\d)?$/i;

/** Forms of what is no day, with their problems. The first that fits counts. */
const OTHERS: [RegExp, Problem][] = [
  [/^\d{1,2}[-/.]\d{4}$|^\d{4}[-/.]\d{1,2}$/, problem('invalid', 'has no day')],
  [/^\d{1,2}[-/.]\s?\d{1,2}\.?$/, problem('invalid', 'has no year')],
  [SHORT_YEAR, problem('invalid', 'must have a year of four digits')],
  [
    /^(?=.*\d).*\p{L}{3}/u,
    problem('invalid', 'must have no name of a month: write a day such as "2027-06-30" or "30.06.2027"'),
  ],
];

const AMBIGUOUS = problem(
  'ambiguous',
  'could be day/month or month/day: import the file with date=dmy or date=mdy',
);

/** A day as YYYY-MM-DD, without a time after it. What looks like none stays as it is. */
export function readDay(text: string, order?: DateOrder): { value: string } | { problem: Problem } {
  const [time = '', hours, minutes, seconds = '0', zone] = TIME.exec(text) ?? [];
  // Elsewhere it may be another day.
  if (zone && Number(`${hours}${minutes}${seconds}`) !== 0) return { value: text };
  const written = text.slice(0, text.length - time.length);
  const [, year = '', , month = '', day = ''] = YEAR_FIRST.exec(written) ?? CHINESE.exec(written) ?? [];
  if (year) return { value: iso(year, month, day) };
  const [, first = '', mark, second = '', lastYear] = YEAR_LAST.exec(written) ?? [];
  if (!lastYear) {
    const found = OTHERS.find(([form]) => form.test(written));
    return found ? { problem: found[1] } : { value: text };
  }
  const [dmy, mdy] = [iso(lastYear, second, first), iso(lastYear, first, second)];
  const isDayFirst = Number(second) <= MONTHS;
  // With points, the day comes first.
  const isMonthFirst = Number(first) <= MONTHS && !(isDayFirst && mark === '.');
  if (dmy === mdy || (!isDayFirst && !isMonthFirst)) return { value: dmy };
  if (!order && isDayFirst && isMonthFirst) return { problem: AMBIGUOUS };
  const read = order ?? (isDayFirst ? 'dmy' : 'mdy');
  const fits = read === 'dmy' ? isDayFirst : isMonthFirst;
  return fits
    ? { value: read === 'dmy' ? dmy : mdy }
    : { problem: problem('invalid', `contradicts date=${read}`) };
}

const MONTHS = 12;

const iso = (year: string, month: string, day: string): string =>
  `${year}-${month.padStart(2, '0')}-${day.padStart(2, '0')}`;
