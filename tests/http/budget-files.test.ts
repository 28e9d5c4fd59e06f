import { readFileSync } from 'node:fs';
import { expect, inject, it } from 'vitest';
import { party } from '../support/service.ts';
import { newAccount } from './account.ts';

it('files of spreadsheets go in and out over HTTP with the same bytes', async () => {
  const { token, POST } = await newAccount('Ada', 'files@example.com');
  const headers = { authorization: `Bearer ${token}`, 'content-type': 'text/csv' };
  const newEvent = async () => {
    const { response } = await POST('/events/create', { body: party() });
    return `${inject('origin')}/events/${response.headers.get('location')?.replace('/events/view/', '')}`;
  };
  const load = (event: string, body: string | Buffer, query = '') =>
    fetch(`${event}/budgets/import${query}`, { method: 'POST', headers, body });
  const save = async (event: string) =>
    Buffer.from(await (await fetch(`${event}/budgets/export`, { headers })).arrayBuffer());

  const [event, copy] = [await newEvent(), await newEvent()];
  const file = readFileSync('tests/fixtures/csv/libreoffice-german.csv');
  expect((await load(event, file, '?decimal=,')).status).toBe(201);
  const saved = await save(event);
  expect(saved.subarray(0, 7).toString('latin1')).toBe('\xef\xbb\xbfname');
  expect(saved.toString()).toContain('Catering,Food,1250.50,0.00,,Café Zürich,,2027-05-15\r\n');
  expect((await load(copy, saved)).status).toBe(201);
  expect(await save(copy)).toEqual(saved);

  const rejected = await load(copy, 'name,amount\n\nBand,(1250.50)\n');
  expect([rejected.status, await rejected.json()]).toMatchObject([422, { errors: [{ line: 3 }] }]);
});
