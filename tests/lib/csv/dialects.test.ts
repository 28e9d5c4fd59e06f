import { readFileSync } from 'node:fs';
import { expect, it } from 'vitest';
import { BUDGET_FILE } from '../../../lib/budgets/file.ts';
import { readCsv } from '../../../lib/csv/read.ts';

const line = (name: string, amount: number, spent: number, others: object = {}) => ({
  ...{ name, amount, spent, ...others },
});

const lines = [
  line('Band “Blå”', 800, 950.5, {
    ...{ category: 'Music', kind: 'expense', vendor: 'Søren & Sons; Ltd.', due_date: '2027-06-01' },
    note: 'Plays "live",\nfrom 8 pm',
  }),
  line('Catering', 1250.5, 0, { category: 'Food', vendor: 'Café Zürich', due_date: '2027-05-15' }),
  // LibreOffice takes a tab out of a cell.
  line('=1+1', 0.01, 0, { category: '+49 30 1234', note: '-2Tab' }),
  line("'=2+2", 999_999_999.99, 0.1, { category: '@home', note: ' =3+3' }),
  line("'quoted' it's", 1234, 0),
  line('Gifts 🎁', 0, 0, { category: '日本', kind: 'income', note: 'a\nb' }),
];

const attacks = [
  line("=cmd|'/C calc'!A0", 1, 0.1, {
    ...{ category: 'Food', due_date: '2027-06-01', vendor: "ACME;=cmd|'/C calc'!A0" },
    note: 'a\n=1+1;=2+2\n-3',
  }),
  line('x;"=1+1;y', 2, 0, {
    ...{ category: "'=1", vendor: 'ACME;"=1+1;x', note: `ACME;'=1+1;"'=2\n"+3;` },
  }),
  line('＝1+1', 3, 0, {
    ...{ category: 'a;＠b', kind: 'income', vendor: '+1;-1;@1;=1', note: '"=1"\n\n＋1;－1' },
  }),
  line('a, "b";c', 4, 0, { category: "it's", vendor: '- none', note: "- one\n- two;'three'" }),
];

const units = [
  line('Drinks', 560, 0, {
    ...{ category: 'Food', vendor: 'Café Zürich', due_date: '2027-06-01' },
    ...{ unit_amount: 3.5, quantity: 2, per_guest: true },
  }),
  line('Chairs', 1_250_500, 0.1, { category: 'Hall', note: 'a\nb', unit_amount: 1250.5, quantity: 1_000 }),
  line('Favours', 0.8, 0, { kind: 'expense', unit_amount: 0.01, per_guest: true }),
  line('Tickets', 2_000, 999_999.99, {
    ...{ category: 'Sales', kind: 'income', unit_amount: 25, quantity: 1, per_guest: true },
  }),
  line('Lights', 999_999_999.99, 0, { unit_amount: 46_191.51, quantity: 21_649, per_guest: false }),
  line('Band', 800, 950.5, { category: 'Music' }),
];

/**
 * Files of budgets that were exported here. LibreOffice 7.4 opened and saved them as `libreoffice*`, in German from decimal
 * commas. The others follow what these programs write, by hand. With a comma, a semicolon or a tab as its separator, or all
 * of them, LibreOffice found no formula in `*-formulas*`. It makes any line break one of Unix, and drops NUL.
 */
it.each<[file: string, rows: object[], decimal?: ',']>([
  ['libreoffice.csv', lines],
  ['libreoffice-tabs.tsv', lines],
  ['libreoffice-german.csv', lines, ','],
  ['libreoffice-units.csv', units],
  ['libreoffice-units-german.csv', units, ','],
  ['libreoffice-formulas.csv', attacks],
  ['libreoffice-formulas-semicolons.csv', attacks],
  ['excel-german.csv', lines, ','],
  ['google-sheets.csv', lines],
])('%s has the same lines', (file, rows, decimal) => {
  const text = new TextDecoder().decode(readFileSync(`tests/fixtures/csv/${file}`));
  expect(readCsv(text, BUDGET_FILE, decimal ? { decimal } : {})).toMatchObject({
    rows: rows.map((row, index) => ({ ...row, line: index + 2 })),
    problems: [],
  });
});
