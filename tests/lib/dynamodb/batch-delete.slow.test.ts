import { expect, it } from 'vitest';
import { deleteBatch } from '../../../lib/dynamodb/batch-delete.ts';
import { proxiedDatabase } from '../../support/proxied-database.ts';
import { wholeTable } from '../../support/whole-table.ts';

const table = wholeTable();
const TABLE = String(process.env['TABLE_NAME']);

/** Sizes of the batches that were sent. */
let batches: number[] = [];
/** How much of each batch is processed. */
let share = 1;

await proxiedDatabase(async ({ body, execute }) => {
  if (!body.includes('RequestItems')) return execute();
  const all: unknown[] = JSON.parse(body).RequestItems[TABLE];
  batches.push(all.length);
  const count = Math.ceil(all.length * share);
  if (count > 0) expect((await execute({ RequestItems: { [TABLE]: all.slice(0, count) } })).status).toBe(200);
  const rest = all.slice(count);
  const UnprocessedItems = rest.length > 0 ? { [TABLE]: rest } : {};
  return { status: 200, text: JSON.stringify({ UnprocessedItems }) };
});

const own = async () => (await table.items()).filter(({ PK }) => PK === 'ACCOUNT#own');

it('deletes up to 25 items in one batch, and no others', async () => {
  await table.addEvents('other', 3);
  await table.addEvents('own', 30);
  await deleteBatch((await own()).slice(0, 25));
  expect(batches).toEqual([25]);
  expect(await own()).toHaveLength(5);
  expect(await table.items()).toHaveLength(8);
});

it('sends nothing if there are no items', async () => {
  batches = [];
  await deleteBatch([]);
  expect(batches).toEqual([]);
});

it('sends those again that were not processed', async () => {
  await deleteBatch(await own());
  await table.addEvents('own', 9);
  [batches, share] = [[], 0.5];
  await deleteBatch(await own());
  expect(batches).toEqual([9, 4, 2, 1]);
  expect(await own()).toEqual([]);
});

it('throws if nothing is processed', async () => {
  await table.addEvents('own', 2);
  [batches, share] = [[], 0];
  await expect(deleteBatch(await own())).rejects.toMatchObject({ name: 'DatabaseUnavailableError' });
  expect(batches).toHaveLength(6);
  expect(await own()).toHaveLength(2);
});
