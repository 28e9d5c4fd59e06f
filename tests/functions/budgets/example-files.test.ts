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
