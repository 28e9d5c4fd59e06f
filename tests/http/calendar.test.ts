import { readFileSync } from 'node:fs';
import { beforeAll, describe, expect, inject, it } from 'vitest';
import { readByIcalJs, readByNodeIcal } from '../support/calendar.ts';
import { outputFile } from '../support/offline.ts';
import { dayIn } from '../support/person.ts';
import { newAccount } from './account.ts';

describe('the journey of a calendar over HTTP', { shuffle: false }, () => {
  let ada: Awaited<ReturnType<typeof newAccount>>;
  let created = { id: '', url: '' };
  beforeAll(async () => {
    ada = await newAccount('Ada', 'ada.calendar@example.com');
    const { data } = await ada.POST('/account/tokens/create', {
      body: { password: ada.password, name: 'Phone', access: 'calendar', expires_on: dayIn(1_096) },
    });
    const { id = '', url = '' } = data?.data ?? {};
    expect(url).toMatch(`${inject('origin')}/calendar.ics?token=ebc_`);
    created = { id, url };
  });

  it('serves what is planned to a program that knows the address alone, and 304 until it changes', async () => {
    const first = await fetch(created.url);
    expect([first.status, first.headers.get('content-type')]).toEqual([200, 'text/calendar; charset=utf-8']);
    expect(readByIcalJs(await first.text())).toEqual([]);
    const ask = (etag: string | null, method = 'GET') =>
      fetch(created.url, { method, headers: { 'if-none-match': String(etag) } });
    expect((await ask(first.headers.get('etag'))).status).toBe(304);
    const day = dayIn(200);
    await ada.POST('/events/create', { body: { name: 'Grüße; 🎉, \\n', event_date: day, description: '' } });
    const second = await ask(first.headers.get('etag'));
    const file = await second.text();
    expect(readByIcalJs(file)).toMatchObject([{ day, title: 'Grüße; 🎉, \\n' }]);
    expect(readByNodeIcal(file)).toMatchObject([{ day }]);
    const head = await fetch(created.url, { method: 'HEAD' });
    const names = ['etag', 'content-type', 'content-length', 'cache-control'];
    const headersOf = ({ headers }: Response) => names.map((name) => headers.get(name));
    expect([head.status, await head.text(), headersOf(head)]).toEqual([200, '', headersOf(second)]);
    const unchanged = await ask(second.headers.get('etag'), 'HEAD');
    expect([unchanged.status, unchanged.headers.get('cache-control')]).toEqual([304, 'private, no-cache']);
    expect((await fetch(`${created.url}&only=payments`)).headers.get('etag')).not.toBe(
      second.headers.get('etag'),
    );
  });

  it('ends by hand, and nothing that the service printed has the address', async () => {
    const { id } = created;
    const path = { params: { path: { id } } };
    expect((await ada.POST('/account/tokens/end/{id}', path)).response.status).toBe(200);
    expect((await fetch(created.url)).status).toBe(404);
    const printed = () => readFileSync(outputFile(inject('serviceFolder')), 'utf8');
    await fetch(`${inject('origin')}/the-last-of-the-calendar`);
    await expect.poll(printed).toContain('GET /the-last-of-the-calendar 404');
    expect(printed()).toContain('GET /calendar.ics 200');
    expect(printed()).toContain(`"token_id":"${id}"`);
    expect(printed()).not.toContain('ebc_');
    expect(printed()).not.toContain(created.url.slice(-72, -8));
  });
});
