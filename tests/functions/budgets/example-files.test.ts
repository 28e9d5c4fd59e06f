import { readdirSync, readFileSync } from 'node:fs';
import { expect, it } from 'vitest';
import { exportOf, importInto, shownBudgets } from '../../support/budget-files.ts';
import { newEvent, newToken } from '../../support/service.ts';
import { expectSums } from '../../support/sums.ts';

const FILES = readdirSync('examples').filter((name) => name.endsWith('.csv'));

it('there are some', () => {
  expect(FILES).toEqual(['conference.csv', 'wedding.csv']);
});

it.each(FILES)('%s is imported without warnings, and its export changes nothing', async (name) => {
  const token = await newToken();
  const event = await newEvent(token, { currency: 'EUR', guests: 80 });
  const file = readFileSync(`examples/${name}`, 'utf8');
  const rows = file.trim().split('\n').length - 1;
  const { status, body } = await importInto(token, event, file);
  expect([status, body]).toEqual([
    201,
    { status: 'success', message: 'Budgets imported successfully', return_count: rows },
  ]);
  const budgets = await shownBudgets(token, event);
  for (const { amount } of budgets) expect(Number(amount)).toBeGreaterThan(0);
  await expectSums(token, event);
  const { text } = await exportOf(token, event, {}, { include: 'version' });
  expect((await importInto(token, event, text)).body).toMatchObject({ created_count: 0, changed_count: 0 });
});
