import { readdirSync, readFileSync } from 'node:fs';
import { expect, it } from 'vitest';
import { newClient } from '../../support/client.ts';
import { expectSums } from '../../support/sharing.ts';

const FILES = readdirSync('examples').filter((name) => name.endsWith('.csv'));

it('there are some', () => {
  expect(FILES).toEqual(['conference.csv', 'wedding.csv']);
});

it.each(FILES)('%s is imported without warnings, and its export changes nothing', async (name) => {
  const ada = await newClient();
  const event = await ada.newEvent({ currency: 'EUR', guests: 80 });
  const file = readFileSync(`examples/${name}`, 'utf8');
  const return_count = file.trim().split('\n').length - 1;
  const { body } = await ada.importFile(event, file);
  expect(body).toEqual({ status: 'success', message: 'Budgets imported successfully', return_count });
  for (const { amount } of await ada.budgetsOf(event)) expect(Number(amount)).toBeGreaterThan(0);
  await expectSums(ada.token, event);
  const { text } = await ada.exportBudgets(event, { include: 'version' });
  expect((await ada.importFile(event, text)).body).toMatchObject({ created_count: 0, changed_count: 0 });
});

const page = readFileSync('docs/files.md', 'utf8');
/** What the first row of the table with this cell has as code. */
const codesIn = (cell: string): string[] => {
  const [line = ''] = page.split('\n').filter((each) => each.startsWith('| ') && each.includes(cell));
  return [...(line.split(' | ')[0]?.matchAll(/`([^`]+)`/g) ?? [])].map(([, code = '']) => code);
};

it('docs/files.md has a list that is imported', async () => {
  const ada = await newClient();
  const event = await ada.newEvent({ currency: 'EUR' });
  const [, file = ''] = /```csv\n([\s\S]*?)```/.exec(page) ?? [];
  const [, columns = ''] = /`\?columns=([^`]+)`/.exec(page) ?? [];
  expect((await ada.importFile(event, file, { columns })).body.warnings).toBeUndefined();
  expect(await ada.budgetsOf(event)).toMatchObject([
    { name: 'Traiteur', amount: 1250.5, spent: 500 },
    { name: 'DJ', amount: 800, spent: 0 },
  ]);
});

it('docs/files.md has numbers and days as they are read', async () => {
  const [numbers, days] = [codesIn('as people mean it'), codesIn('30 June')];
  expect([numbers.length, days.length]).toEqual([7, 4]);
  const ada = await newClient();
  const event = await ada.newEvent({ currency: 'EUR' });
  const rows = [...numbers.map((number) => `Number,"${number}",`), ...days.map((day) => `Day,1,${day}`)];
  expect((await ada.importFile(event, ['name,amount,due_date', ...rows].join('\n'))).status).toBe(201);
  const budgets = await ada.budgetsOf(event);
  expect(budgets.map(({ amount, due_date }) => due_date ?? amount)).toEqual([
    ...numbers.map((number) => Number(number.replace(/\D/g, '')) / 100),
    ...days.map(() => '2027-06-30'),
  ]);
});
