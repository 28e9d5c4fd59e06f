import fc from 'fast-check';
import { afterEach, describe, expect, it } from 'vitest';
import { type CalendarEntry, toCalendarFile } from '../../../lib/calendar/read-calendar.ts';
import { linesOf, type ReadEntry, readByIcalJs, readByNodeIcal } from '../../support/calendar.ts';
import { scaled } from '../../support/scale.ts';

const place = {
  serviceName: 'Event Budget',
  appUrl: 'https://app.example.com',
  serviceUrl: 'https://budgets.example.com',
};
const entry = (fields: Partial<CalendarEntry>): CalendarEntry => ({
  ids: ['owner', 1],
  day: '2027-06-30',
  title: 'Wedding',
  details: '',
  version: 1,
  updatedAt: Date.UTC(2027, 0, 1),
  ...fields,
});

/** Parts of texts that mean something to the format or to a parser. */
const hostile = fc.constantFrom(
  ...[
    '\r\n',
    '\n',
    '\r',
    '\u0085',
    '\u2028',
    '\u2029',
    '\t',
    '\u0000',
    '\u0007',
    '\u001b',
    '\u007f',
    '\u009f',
  ],
  ...['END:VEVENT', 'END:VCALENDAR', 'BEGIN:VALARM', 'DTSTART:19700101'],
  '\r\nATTACH:https://evil.example\r\n',
  ...['\\', '\\n', '\\N', '\\\\n', ';', ',', ':', '"', '^n', "^'", '%0D%0A', '=0D=0A', '&#10;', ' ', '\r\n '],
  ...['<b>', 'ENCODING=QUOTED-PRINTABLE', '{', '😀', '👩‍👩‍👧', 'ü', 'e\u0301', '\u202e', '\ufeff', '漢'],
);
const text = fc
  .array(fc.oneof(hostile, fc.string({ unit: 'grapheme', maxLength: 40 })), { maxLength: 30 })
  .map((parts) => parts.join(''));

const isControl = (character: string): boolean => {
  const code = character.charCodeAt(0);
  return (code < 32 || (code > 126 && code < 160)) && !['\n', '\t'].includes(character);
};

/** What is left of a text: no control characters, and one kind of line breaks. */
const legible = (given: string): string =>
  [...['\r\n', '\r', '\u0085', '\u2028', '\u2029'].reduce((left, end) => left.replaceAll(end, '\n'), given)]
    .filter((character) => !isControl(character))
    .join('');

const textsOf = ({ title, details = '' }: ReadEntry) => [title, details];

/** node-ical reads a backslash before an n as a line break. */
const isReadAlike = (each: ReadEntry) => !textsOf(each).join('').includes('\\');

/** node-ical removes double quotes around a line, and then spaces around it. */
const asByNodeIcal = (given: string) => given.replace(/^"(.*)"$/v, '$1').trim();

describe('a calendar file of hostile texts', () => {
  it('has them, and nothing of them is read as anything else', () => {
    const entries = fc.array(fc.record({ title: text, details: text }), { minLength: 1, maxLength: 4 });
    fc.assert(
      fc.property(entries, (texts) => {
        const given = texts.map((each, n) => entry({ ...each, ids: ['owner', n] }));
        const file = toCalendarFile(given, place);
        const read = readByIcalJs(file);
        const expected = texts.map(({ title, details }) => ({
          ...{ day: '2027-06-30', title: legible(title), details: legible(details) },
        }));
        const withoutUids = read.map(({ uid: _, details = '', ...rest }) => ({ ...rest, details }));
        expect(withoutUids).toHaveLength(expected.length);
        expect(withoutUids).toEqual(expect.arrayContaining(expected));
        expect(linesOf(file).filter((line) => /^(BEGIN|END):/.test(line))).toEqual([
          'BEGIN:VCALENDAR',
          ...texts.flatMap(() => ['BEGIN:VEVENT', 'END:VEVENT']),
          'END:VCALENDAR',
        ]);
        const other = readByNodeIcal(file);
        const placeOf = ({ uid, day }: ReadEntry) => [uid, day];
        expect(other.map(placeOf)).toEqual(read.map(placeOf));
        for (const [n, each] of read.entries()) {
          const [found] = other.slice(n);
          if (!found || !isReadAlike(each)) continue;
          expect(textsOf(found).map((given) => given.trim())).toEqual(textsOf(each).map(asByNodeIcal));
        }
      }),
      { numRuns: scaled(500, 100), examples: [[[{ title: `""a""`, details: `""` }]]] },
    );
  });

  it('has lines of up to 75 bytes, which cut no character', () => {
    fc.assert(
      fc.property(text, (title) => {
        const file = toCalendarFile([entry({ title, details: title })], place);
        for (const line of file.split('\r\n')) {
          expect(Buffer.byteLength(line)).toBeLessThanOrEqual(75);
          expect(line.isWellFormed()).toBe(true);
          expect([...line].filter(isControl)).toEqual([]);
        }
      }),
      { numRuns: scaled(300, 60) },
    );
  });
});

describe('a day', () => {
  const zone = process.env['TZ'];
  afterEach(() => {
    if (zone === undefined) delete process.env['TZ'];
    else process.env['TZ'] = zone;
  });

  it.each(['America/Los_Angeles', 'UTC', 'Pacific/Kiritimati'])('is the same in %s', (TZ) => {
    process.env['TZ'] = TZ;
    expect(new Intl.DateTimeFormat().resolvedOptions().timeZone).toBe(TZ);
    const days = ['2027-01-01', '2027-03-14', '2027-10-31', '2027-12-31', '2028-02-29', '9999-12-31'];
    const file = toCalendarFile(
      days.map((day) => entry({ day, ids: [day], title: day })),
      place,
    );
    expect(linesOf(file).filter((line) => line.startsWith('DTSTART'))).toEqual(
      days.map((day) => `DTSTART;VALUE=DATE:${day.replaceAll('-', '')}`).reverse(),
    );
    for (const read of [readByIcalJs, readByNodeIcal])
      for (const { day, title } of read(file)) expect(day).toBe(title);
  });
});

it('a UID follows from the ids and the host alone', () => {
  const uidOf = (fields: Partial<CalendarEntry>, serviceUrl = place.serviceUrl) =>
    readByIcalJs(toCalendarFile([entry(fields)], { ...place, serviceUrl }))[0]?.uid;
  const uid = uidOf({});
  expect(uid).toMatch(/^[0-9a-f]{32}@budgets\.example\.com$/);
  expect(uidOf({ title: 'Ball', day: '2028-01-01', details: 'x', version: 7, updatedAt: 0 })).toBe(uid);
  for (const ids of [['owner', 2], ['other', 1], ['owner', 1, 0], ['owner', 11], ['owner1']])
    expect(uidOf({ ids })).not.toBe(uid);
  expect(uidOf({}, 'http://localhost:3000')).toBe(uid?.replace(/@.*/, '@localhost:3000'));
});

it('leaves out the first days beyond 5 MB, as Lambda counts them', () => {
  const details = '\u0022;'.repeat(1_000);
  const entries = Array.from({ length: 2_000 }, (_, n) =>
    entry({ ids: [n], day: new Date(Date.UTC(2027, 0, 1 + n)).toISOString().slice(0, 10), details }),
  );
  const file = toCalendarFile(entries, place);
  const bytes = Buffer.byteLength(JSON.stringify(file));
  expect(bytes).toBeLessThan(5_010_000);
  expect(bytes).toBeGreaterThan(4_980_000);
  const days = readByIcalJs(file).map(({ day }) => day);
  expect(days.length).toBeGreaterThan(500);
  expect(days.sort()).toEqual(entries.map(({ day }) => day).slice(-days.length));
});
