import { expect, it } from 'vitest';
import type { Columns } from '../../../lib/csv/header.ts';
import { readCsv } from '../../../lib/csv/read.ts';
import { medians, timeOf } from '../../support/medians.ts';

const columns: Columns = {
  types: { name: 'text', amount: 'amount', kind: 'word', paid: 'boolean' },
  required: [['name'], ['amount']],
};

it('takes not much longer for 1,900 rows that change something than for one, with 250,000 columns without a name', async () => {
  const header = `name,amount${','.repeat(250_000)}\n`;
  const changes = { ...columns, key: { column: 'name', fields: [] } };
  const timeFor = (rows: number) =>
    timeOf(async () => expect(readCsv(header + 'a,1\n'.repeat(rows), changes, {}).rows).toHaveLength(rows));
  const [, { ratio = 0 } = {}] = await medians(3, { row: () => timeFor(1), rows: () => timeFor(1_900) });
  expect(ratio).toBeLessThan(5);
});

it('takes not much longer for cells that look like numbers than for numbers, at any size', async () => {
  const cells = [
    `${'('.repeat(25)}${'1'.repeat(25)}${')'.repeat(49)}x`,
    `${'('.repeat(10)}${'1'.repeat(10)}${')'.repeat(19)}x`,
    `1${',234'.repeat(9)}x`,
    '1.'.repeat(20),
    '-'.repeat(40),
    `1${' '.repeat(38)}1`,
    `${'€ '.repeat(19)}5`,
  ];
  const table: Columns = { types: { a: 'amount', b: 'amount', c: 'quantity' }, required: [] };
  const fileOf = (cell: string, kilobytes: number) => {
    const row = `"${cell}","${cell}","${cell}"\n`;
    return `a,b,c\n${row.repeat(Math.min(1_900, (kilobytes * 1_024) / row.length))}`;
  };
  for (const kilobytes of [64, 128, 256]) {
    const timeFor = (files: string[]) =>
      timeOf(async () => {
        for (const file of files) expect(readCsv(file, table, {}).problems.length).toBeGreaterThanOrEqual(0);
      });
    const plain = cells.map(({ length }) =>
      fileOf('1'.repeat(Math.min(length, 40)).padEnd(length), kilobytes),
    );
    const [, { ratio = 0 } = {}] = await medians(3, {
      numbers: () => timeFor(plain),
      hostile: () => timeFor(cells.map((cell) => fileOf(cell, kilobytes))),
    });
    expect(ratio).toBeLessThan(5);
  }
});

it('takes not much longer for a currency in 32,000 columns than for as many cells of a text', async () => {
  const named = new Map(['name', 'amount'].map((name) => [name, name]));
  const changes = { ...columns, key: { column: 'name', fields: [] } };
  const timeFor = (cell: string) => {
    const cells = `${cell},`.repeat(31_999);
    const file = `name,amount${','.repeat(32_000)}\n,,${cells}\n${'a,1\n'.repeat(1_900)}`;
    return timeOf(async () =>
      expect(readCsv(file, changes, { columns: named }).rows.length).toBeGreaterThan(1_899),
    );
  };
  const [, { ratio = 0 } = {}] = await medians(3, { text: () => timeFor('x'), currency: () => timeFor('$') });
  expect(ratio).toBeLessThan(20);
});
