import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { type DateOrder, readDay } from '../../../lib/csv/day.ts';
import { scaled } from '../../support/scale.ts';

const AMBIGUOUS = 'ambiguous: could be day/month or month/day: import the file with date=dmy or date=mdy';
const SHORT = 'invalid: must have a year of four digits';
const DAY_FIRST = 'invalid: contradicts date=dmy';
const MONTH_FIRST = 'invalid: contradicts date=mdy';

const read = (text: string, order?: DateOrder) => {
  const found = readDay(text, order);
  return 'problem' in found ? found.problem : found.value;
};

describe('a day', () => {
  it.each([
    ...['2027-06-30', '2027/06/30', '2027.6.30', '2027. 06. 30.', '2027-06-30 00:00:00', '2027-06-30 14:00'],
    ...['2027-06-30T00:00:00.000', '2027-06-30T00:00:00.000Z', '2027-06-30T00:00+02:00', '2027年6月30日'],
    ...['6/30/2027, 2:05:00 PM'],
    ...['6/30/2027', '06/30/2027', '6-30-2027', '6/30/2027 0:00', '6/30/2027 00:00:00'],
    ...['30.06.2027', '30. 6. 2027', '30/6/2027', '30-06-2027'],
  ])('%s is 30 June', (text) => {
    expect(read(text)).toBe('2027-06-30');
  });

  it.each<[string, string, string, string]>([
    ['3/4/2027', AMBIGUOUS, '2027-04-03', '2027-03-04'],
    ['03.04.2027', '2027-04-03', '2027-04-03', MONTH_FIRST],
    ['12/12/2027', '2027-12-12', '2027-12-12', '2027-12-12'],
    ['2027-03-04', '2027-03-04', '2027-03-04', '2027-03-04'],
    ['30.06.2027', '2027-06-30', '2027-06-30', MONTH_FIRST],
    ['6/30/2027', '2027-06-30', DAY_FIRST, '2027-06-30'],
    ['6/30/27', SHORT, SHORT, SHORT],
    ['30.06.27', SHORT, SHORT, SHORT],
    ['27-06-30', SHORT, SHORT, SHORT],
  ])('%s is %s, with date=dmy %s, and with date=mdy %s', (text, neither, dmy, mdy) => {
    expect([read(text), read(text, 'dmy'), read(text, 'mdy')]).toEqual([neither, dmy, mdy]);
  });

  it.each([
    ...['soon', '–', '20270630', '0', '6/30-2027', '2027-06-29T22:00Z', '2027-06-30T00:00:01+02:00'],
    ...['2027-06-30 99:99', '2027-06-30 24:00'],
  ])('the schema gets %s as it is', (text) => {
    expect(read(text)).toBe(text);
  });

  it.each([
    ['22/11', 'has no year'],
    ['6/2027', 'has no day'],
    ['2026-05', 'has no day'],
    ['Jun 30, 2027', 'must have no name of a month: write a day such as "2027-06-30" or "30.06.2027"'],
  ])('%s is rejected: it %s', (text, problem) => {
    expect(read(text)).toBe(`invalid: ${problem}`);
  });

  it.each([
    ['31/2/2027', '2027-02-31'],
    ['13/14/2027', '2027-14-13'],
    ['2027/30/06', '2027-30-06'],
    ['30/6/0000', '0000-06-30'],
  ])('the schema rejects %s', (text, value) => {
    expect(read(text)).toBe(value);
  });
});

it('a day of a file in one order is taken as it is, or rejected', () => {
  const pad = fc.constantFrom(1, 2);
  const written = fc.record({
    date: fc.date({ min: new Date('1000-01-01'), max: new Date('9999-12-31'), noInvalidDate: true }),
    mark: fc.constantFrom('-', '/', '.', ' ', '. '),
    pads: fc.tuple(pad, pad),
    order: fc.constantFrom('dmy', 'mdy', 'ymd'),
    end: fc.constantFrom('', ' 00:00:00', ' 0:00', 'T00:00', ' 12:00', '.'),
    said: fc.constantFrom('dmy', 'mdy', undefined),
  });
  fc.assert(
    fc.property(written, ({ date, mark, pads, order, end, said }) => {
      const day = date.toISOString().slice(0, 10);
      const [year = '', month = '', ofMonth = ''] = day.split('-');
      const [m, d] = [month, ofMonth].map((part, index) =>
        String(Number(part)).padStart(pads[index] ?? 1, '0'),
      );
      const parts = { dmy: [d, m, year], mdy: [m, d, year], ymd: [year, m, d] }[order];
      // With points the day comes first.
      const isWrong =
        order !== 'ymd' && (said === undefined ? mark.startsWith('.') && order === 'mdy' : said !== order);
      const found = readDay(parts.join(mark) + end, said);
      if ('value' in found && /^\d{4}-\d\d-\d\d$/.test(found.value) && !isWrong)
        expect(found.value).toBe(day);
    }),
    { numRuns: scaled(5_000, 1_000) },
  );
});
