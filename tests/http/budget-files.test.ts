import { readFileSync } from 'node:fs';
import { beforeAll, expect, inject, it } from 'vitest';
import * as z from 'zod/mini';
import { party, person } from '../support/service.ts';

const origin = inject('origin');
let authorization = '';

const send = (path: string, body: string | Buffer, headers = {}) =>
  fetch(origin + path, { method: 'POST', headers: { authorization, ...headers }, body });

beforeAll(async () => {
  const signup = await send('/auth/signup', JSON.stringify(person({ email: 'files@example.com' })));
  authorization = `Bearer ${z.object({ token: z.string() }).parse(await signup.json()).token}`;
});

async function newEvent(): Promise<string> {
  const { headers } = await send('/events/create', JSON.stringify(party()));
  return String(headers.get('location')).replace('/events/view/', '');
}

const load = (event: string, file: string | Buffer, query = '') =>
  send(`/events/${event}/budgets/import${query}`, file, { 'content-type': 'text/csv' });

const list = (event: string) => fetch(`${origin}/events/${event}/budgets`, { headers: { authorization } });

async function save(event: string): Promise<Buffer> {
  const response = await fetch(`${origin}/events/${event}/budgets/export`, { headers: { authorization } });
  expect(response.status).toBe(200);
  return Buffer.from(await response.arrayBuffer());
}

it('files of spreadsheets go in and out over HTTP with the same bytes', async () => {
  const event = await newEvent();
  const file = readFileSync('tests/fixtures/csv/libreoffice-german.csv');
  expect((await load(event, file, '?decimal=,')).status).toBe(201);
  const saved = await save(event);
  expect(saved.subarray(0, 7).toString('latin1')).toBe('\xef\xbb\xbfname');
  expect(saved.toString()).toContain('Catering,Food,1250.50,0.00,,Café Zürich,,2027-05-15\r\n');
  const copy = await newEvent();
  expect((await load(copy, saved)).status).toBe(201);
  expect(await save(copy)).toEqual(saved);
});

it('a spreadsheet with semicolons sees no formula of a budget over HTTP, and everything comes back', async () => {
  const event = await newEvent();
  const vendor = "ACME;=cmd|'/C calc'!A0";
  const budgets = [{ name: 'Band', amount: 1, vendor, note: 'from 8 pm\n=1+1' }];
  const json = { 'content-type': 'application/json' };
  const sent = await send(`/events/${event}/budgets/import`, JSON.stringify({ budgets }), json);
  expect(sent.status).toBe(201);
  const saved = await save(event);
  for (const cell of saved.toString().split(/[;\r\n]/)) expect(cell).not.toMatch(/^[=+@-]/);
  const copy = await newEvent();
  expect((await load(copy, saved)).status).toBe(201);
  expect(await save(copy)).toEqual(saved);
  const { data } = z.object({ data: z.array(z.unknown()) }).parse(await (await list(copy)).json());
  expect(data).toEqual([expect.objectContaining(budgets[0])]);
});

it('errors of a file name line and field', async () => {
  const response = await load(await newEvent(), 'name,amount\n\nBand,(1250.50)\n');
  expect([response.status, await response.json()]).toMatchObject([
    422,
    { errors: [{ line: 3, field: 'amount', code: 'invalid' }] },
  ]);
});
