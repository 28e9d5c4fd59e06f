import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { text } from 'node:stream/consumers';
import { afterAll, expect, it } from 'vitest';
import { deleteBatch } from '../../../lib/dynamodb/batch-delete.ts';
import { forward } from '../../support/forward.ts';
import { wholeTable } from '../../support/whole-table.ts';

const emulator = String(process.env['AWS_ENDPOINT_URL_DYNAMODB']);
const table = wholeTable(emulator);
const TABLE = String(process.env['TABLE_NAME']);

/** Sizes of the batches that were sent. */
let batches: number[] = [];
/** How much of each batch is processed. */
let share = 1;

const server = createServer(async (request, response) => {
  const body = await text(request);
  const send = (answer: string) => response.writeHead(200).end(answer);
  if (!body.includes('RequestItems')) return send((await forward(emulator, request, body)).text);
  const all: unknown[] = JSON.parse(body).RequestItems[TABLE];
  batches.push(all.length);
  const count = Math.ceil(all.length * share);
  if (count > 0) {
    const RequestItems = { [TABLE]: all.slice(0, count) };
    const answer = await forward(emulator, request, JSON.stringify({ RequestItems }));
    expect(answer.status).toBe(200);
  }
  const rest = all.slice(count);
  return send(JSON.stringify({ UnprocessedItems: rest.length > 0 ? { [TABLE]: rest } : {} }));
}).listen(0, '127.0.0.1');
await once(server, 'listening');
process.env['AWS_ENDPOINT_URL_DYNAMODB'] = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
afterAll(() => {
  server.closeAllConnections();
  server.close();
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
