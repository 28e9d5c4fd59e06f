import { readFileSync } from 'node:fs';
import { expect, it } from 'vitest';
import { type Columns, readCsv } from '../../../lib/csv/read.ts';

const columns: Columns = {
  types: {
    ...{ name: 'text', category: 'text', amount: 'number', spent: 'number', kind: 'word' },
    ...{ vendor: 'text', note: 'text', due_date: 'word', paid: 'boolean' },
  },
  required: ['name', 'amount'],
};

const lines = [
  {
    ...{ name: 'Band “Blå”', category: 'Music', amount: 800, spent: 950.5, kind: 'expense' },
    ...{ vendor: 'Søren & Sons; Ltd.', note: 'Plays "live",\nfrom 8 pm', due_date: '2027-06-01', paid: true },
  },
  {
    ...{ name: 'Catering', category: 'Food', amount: 1250.5, spent: 0 },
    ...{ vendor: 'Café Zürich', due_date: '2027-05-15', paid: false },
  },
  // LibreOffice takes a tab out of a cell.
  { name: '=1+1', category: '+49 30 1234', amount: 0.01, spent: 0, note: '-2Tab' },
  { name: "'=2+2", category: '@home', amount: 999_999_999.99, spent: 0.1, note: ' =3+3' },
  { name: "'quoted' it's", amount: 1234, spent: 0 },
  { name: 'Gifts 🎁', category: '日本', amount: 0, spent: 0, kind: 'income', note: 'a\nb' },
];

/**
 * Files of a plan that was exported here. LibreOffice 7.4 opened and saved it as `libreoffice*`, in German from decimal commas.
 * The others follow what these programs write, by hand.
 */
it.each<[file: string, decimal?: ',']>([
  ['libreoffice.csv'],
  ['libreoffice-tabs.tsv'],
  ['libreoffice-german.csv', ','],
  ['excel-german.csv', ','],
  ['google-sheets.csv'],
])('%s has the same lines', (file, decimal) => {
  const text = new TextDecoder().decode(readFileSync(`tests/fixtures/csv/${file}`));
  expect(readCsv(text, columns, decimal ?? '.')).toEqual({
    rows: lines,
    lines: [2, 3, 4, 5, 6, 7],
    problems: [],
  });
});
