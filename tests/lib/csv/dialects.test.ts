import { readFileSync } from 'node:fs';
import { expect, it } from 'vitest';
import { BUDGET_FILE } from '../../../lib/budgets/file.ts';
import { readCsv } from '../../../lib/csv/read.ts';

const lines = [
  {
    name: 'Band “Blå”',
    category: 'Music',
    amount: 800,
    spent: 950.5,
    kind: 'expense',
    vendor: 'Søren & Sons; Ltd.',
    note: 'Plays "live",\nfrom 8 pm',
    due_date: '2027-06-01',
  },
  {
    name: 'Catering',
    category: 'Food',
    amount: 1250.5,
    spent: 0,
    vendor: 'Café Zürich',
    due_date: '2027-05-15',
  },
  // LibreOffice takes a tab out of a cell.
  { name: '=1+1', category: '+49 30 1234', amount: 0.01, spent: 0, note: '-2Tab' },
  { name: "'=2+2", category: '@home', amount: 999_999_999.99, spent: 0.1, note: ' =3+3' },
  { name: "'quoted' it's", amount: 1234, spent: 0 },
  { name: 'Gifts 🎁', category: '日本', amount: 0, spent: 0, kind: 'income', note: 'a\nb' },
];

const attacks = [
  {
    name: "=cmd|'/C calc'!A0",
    category: 'Food',
    amount: 1,
    spent: 0.1,
    due_date: '2027-06-01',
    vendor: "ACME;=cmd|'/C calc'!A0",
    note: 'a\n=1+1;=2+2\n-3',
  },
  {
    name: 'x;"=1+1;y',
    category: "'=1",
    amount: 2,
    spent: 0,
    vendor: 'ACME;"=1+1;x',
    note: `ACME;'=1+1;"'=2\n"+3;`,
  },
  {
    name: '＝1+1',
    category: 'a;＠b',
    amount: 3,
    spent: 0,
    kind: 'income',
    vendor: '+1;-1;@1;=1',
    note: '"=1"\n\n＋1;－1',
  },
  {
    name: 'a, "b";c',
    category: "it's",
    amount: 4,
    spent: 0,
    vendor: '- none',
    note: "- one\n- two;'three'",
  },
];

const units = [
  {
    name: 'Drinks',
    category: 'Food',
    amount: 560,
    spent: 0,
    vendor: 'Café Zürich',
    due_date: '2027-06-01',
    unit_amount: 3.5,
    quantity: 2,
    per_guest: true,
  },
  {
    name: 'Chairs',
    category: 'Hall',
    amount: 1_250_500,
    spent: 0.1,
    note: 'a\nb',
    unit_amount: 1250.5,
    quantity: 1_000,
  },
  { name: 'Favours', amount: 0.8, spent: 0, kind: 'expense', unit_amount: 0.01, per_guest: true },
  {
    name: 'Tickets',
    category: 'Sales',
    amount: 2_000,
    spent: 999_999.99,
    kind: 'income',
    unit_amount: 25,
    quantity: 1,
    per_guest: true,
  },
  {
    name: 'Lights',
    amount: 999_999_999.99,
    spent: 0,
    unit_amount: 46_191.51,
    quantity: 21_649,
    per_guest: false,
  },
  { name: 'Band', category: 'Music', amount: 800, spent: 950.5 },
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
