import { expect, it } from 'vitest';
import { newToken } from '../../support/service.ts';
import { accountIdOf } from '../../support/sharing.ts';
import { wholeTable } from '../../support/whole-table.ts';
import { exportPage as page } from './export-page.ts';

it('goes on in further pages beyond 5 MB, without gaps or repeats', async () => {
  const token = await newToken();
  await wholeTable().addEvents(accountIdOf(token), 130, 400);
  const pages = [await page(token)];
  for (let next = pages[0]?.next; next; next = pages.at(-1)?.next) pages.push(await page(token, next));
  expect(pages.length).toBeGreaterThan(1);
  const ids = pages.flatMap(({ data }) => data.events.map(({ id }) => id));
  expect(ids).toHaveLength(130);
  expect(ids).toEqual([...new Set(ids)].sort((one, other) => one - other));
  for (const { text, data } of pages) {
    // Lambda's own limit, of the response in which the body is escaped again.
    expect(Buffer.byteLength(JSON.stringify(text))).toBeLessThan(6_291_556);
    for (const { budgets } of data.events) expect(budgets).toHaveLength(400);
  }
  const [first, ...others] = pages.map(({ data }) => Object.keys(data));
  expect(first).toEqual(['account', 'sessions', 'events']);
  for (const names of others) expect(names).toEqual(['events']);
});
