import { expect, it } from 'vitest';
import { exportAccount } from '../../build/account.ts';
import { newToken } from '../support/service.ts';
import { accountIdOf } from '../support/sharing.ts';
import { wholeTable } from '../support/whole-table.ts';

it('an operator exports all pages', async () => {
  const id = accountIdOf(await newToken());
  await wholeTable().addEvents(id, 130, 400);
  const pages = await exportAccount(id);
  expect(pages.length).toBeGreaterThan(1);
  expect(pages.flatMap((page) => Object(page).events)).toHaveLength(130);
});
