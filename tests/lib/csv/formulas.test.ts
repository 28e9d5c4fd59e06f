import { parse } from 'csv-parse/sync';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { guarded, unguarded } from '../../../lib/csv/formulas.ts';
import { writeCsv } from '../../../lib/csv/write.ts';
import { scaled } from '../../support/scale.ts';

/** Where a spreadsheet may take a cell to end, whatever separator it expects. */
const ENDS = /[;\t\r\n\0]/;
/** Some spreadsheets take quotes off a cell, as those around it. An apostrophe of a file is text to all of them. */
const FORMULA = /^"*[=+\-@＝＋－＠]/;

const special = fc.constantFrom(..."'''\"=+-@＝＋－＠;\t\r\n\0, a");
const text = fc.oneof(
  fc.array(special, { maxLength: 30 }).map((parts) => parts.join('')),
  fc.array(fc.oneof(special, fc.string({ unit: 'binary', maxLength: 3 }))).map((parts) => parts.join('')),
);
const runs = { numRuns: scaled(20_000, 800) };

it('any text is as before after it was guarded, also several times', () => {
  fc.assert(
    fc.property(text, (cell) => {
      expect(unguarded(guarded(cell))).toBe(cell);
      expect(unguarded(unguarded(guarded(guarded(cell))))).toBe(cell);
    }),
    runs,
  );
});

it('guarded text starts no formula, wherever a spreadsheet takes a cell to end', () => {
  fc.assert(
    fc.property(text, (cell) => {
      for (const part of guarded(cell).split(ENDS)) expect(part).not.toMatch(FORMULA);
    }),
    runs,
  );
});

it('no file has a cell that starts a formula, to readers of any separator', () => {
  const row = fc.record({ name: text, vendor: text, note: text });
  fc.assert(
    fc.property(fc.array(row, { maxLength: 3 }), (rows) => {
      const file = writeCsv(['name', 'vendor', 'note'], rows).slice(1);
      const cells: string[] = parse(file, { relax_column_count: true }).flat();
      for (const cell of [...cells, ...file.split(ENDS)]) expect(cell).not.toMatch(FORMULA);
    }),
    runs,
  );
});

describe('text', () => {
  it.each([
    ['=1+1', "'=1+1"],
    ["'=1+1", "''=1+1"],
    ["ACME;=cmd|'/C calc'!A0", "ACME;'=cmd|'/C calc'!A0"],
    ["ACME;'=1", "ACME;''=1"],
    ['a;b;-1;+2', "a;b;'-1;'+2"],
    ['first\n=2', "first\n'=2"],
    ['first\r\n@SUM(A1)', "first\r\n'@SUM(A1)"],
    ['a\t=1', "a\t'=1"],
    ['a\0=1', "a\0'=1"],
    ['\t', "'\t"],
    ['＝1', "'＝1"],
    ['a;＠b', "a;'＠b"],
    // Excel takes the quotes of `""=1` off, and with them starts a formula.
    ['a;"=1;', 'a;\'"=1;'],
    ['a;\'"\'"=1', "a;''\"'\"=1"],
  ])('%j is guarded as %j', (cell, expected) => {
    expect(guarded(cell)).toBe(expected);
    expect(unguarded(expected)).toBe(cell);
  });

  it.each([
    ...['', 'a=b', 'a-b', 'a, =b', "it's", "'quoted'", '"quoted"', "'", 'a;b', 'a; =b'],
    ...['a\nb', "a;'b'", "'\n'", 'e@example.com', '1 250,50', '５＋５'],
  ])('%j stays as it is, both ways', (cell) => {
    expect([guarded(cell), unguarded(cell)]).toEqual([cell, cell]);
  });
});

// Each takes milliseconds.
it.each(["'", '"', '\'"', ';', "';", '\t', '=', "\n'"])(
  '256 KiB of %j take no time',
  { timeout: 5_000 },
  (unit) => {
    const cell = unit.repeat((256 * 1_024) / unit.length);
    expect(unguarded(guarded(cell))).toBe(cell);
    expect(unguarded(guarded(`${cell}=`))).toBe(`${cell}=`);
  },
);
