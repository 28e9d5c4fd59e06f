import { readFileSync } from 'node:fs';
import { beforeAll, describe, expect, inject, it } from 'vitest';
import { readByIcalJs, readByNodeIcal } from '../support/calendar.ts';
import { outputFile } from '../support/offline.ts';
import { dayIn } from '../support/person.ts';
import { nextMail } from '../support/received-mail.ts';
import { newAccount } from './account.ts';

describe('the journey of a calendar over HTTP', () => {
  let ada: Awaited<ReturnType<typeof newAccount>>;
  let created = { id: '', url: '' };
  beforeAll(async () => {
    ada = await newAccount('Ada', 'ada.calendar@example.com');
  });

  it('creates an address by the password, and a mail tells of it without the address', async () => {
    const { response, data } = await ada.POST('/account/tokens/create', {
      body: { password: ada.password, name: 'Phone', access: 'calendar', expires_on: dayIn(1_096) },
    });
    expect(response.status).toBe(201);
    const { id = '', url = '', ...rest } = data?.data ?? {};
    expect(rest).not.toHaveProperty('token');
    expect(url).toMatch(`${inject('origin')}/calendar.ics?token=ebc_`);
    created = { id, url };
    const mail = await nextMail(ada.email);
    expect(mail.text).toContain('A program that has it can see a calendar of your events');
    expect(mail.text).not.toContain('ebc_');
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

  it('rejects everything else with an empty 404, and other methods', async () => {
    const origin = inject('origin');
    for (const [address, headers] of [
      [`${origin}/calendar.ics`, { authorization: `Bearer ${ada.token}` }],
      [`${origin}/calendar.ics?token=${ada.token}`, {}],
      [`${created.url}0`, {}],
      [`${created.url}&token=x`, {}],
    ] as const) {
      const answer = await fetch(address, { headers });
      expect([answer.status, await answer.text()]).toEqual([404, '']);
    }
    const written = await fetch(created.url, { method: 'POST' });
    expect([written.status, written.headers.get('allow')]).toEqual([405, 'GET, HEAD']);
    expect((await fetch(`${created.url}&only=all`)).status).toBe(422);
    const [token = ''] = created.url.split('=').slice(-1);
    const headers = { authorization: `Bearer ${token}` };
    expect((await fetch(`${origin}/events`, { headers })).status).toBe(401);
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
