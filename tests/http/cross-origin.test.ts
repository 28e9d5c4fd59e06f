import { once } from 'node:events';
import { readFileSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import { decodeJwt, decodeProtectedHeader, SignJWT } from 'jose';
import type { Browser, Page } from 'playwright-core';
import { afterAll, beforeAll, beforeEach, describe, expect, inject, it } from 'vitest';
import * as z from 'zod/mini';
import { derivedKey } from '../../lib/auth/signing-keys.ts';
import { describeInBrowser, launchChromium } from '../support/chromium.ts';
import { outputFile } from '../support/offline.ts';
import { party, person } from '../support/service.ts';
import { newAccount } from './account.ts';

/** An app that uses the example. It notes the calls that it makes. */
const app = `<!doctype html>
<title>An app</title>
<ol></ol>
<input type="file">
<script type="module">
import * as example from '/browser.js';
const calls = [];
const { fetch: browserFetch } = window;
window.fetch = async (url, init) => {
  const response = await browserFetch(url, init);
  calls.push(response.status + ' ' + init.method + ' ' + new URL(url).pathname);
  return response;
};
const show = (text) => document.querySelector('ol').append(Object.assign(document.createElement('li'), { textContent: text }));
Object.assign(window, example, { calls, show });
</script>`;

const answered = z.object({ status: z.int(), headers: z.record(z.string(), z.string()), text: z.string() });

describeInBrowser('a page of another origin', () => {
  const service = inject('origin');
  const code = readFileSync('examples/browser.js', 'utf8').replace('http://localhost:3000', service);
  const site = createServer(({ url }, response) => {
    response.setHeader('content-type', url === '/browser.js' ? 'text/javascript' : 'text/html');
    response.end({ '/app': app, '/browser.js': code }[String(url)] ?? '<!doctype html><title>A page</title>');
  });
  let browser: Browser;
  let page: Page;
  let token: string;

  /** Calls the service with `fetch` in the page. Its headers are those that the page may read. */
  const ask = async (path: string, headers: Record<string, string>, body?: object) =>
    answered.parse(
      await page.evaluate(
        async ({ url, init }) => {
          const response = await fetch(url, init);
          const { status } = response;
          return { status, headers: Object.fromEntries(response.headers), text: await response.text() };
        },
        {
          url: `${service}${path}`,
          init: {
            method: body ? 'POST' : 'GET',
            headers: { authorization: `Bearer ${token}`, 'content-type': 'application/json', ...headers },
            ...(body && { body: JSON.stringify(body) }),
          },
        },
      ),
    );

  beforeAll(async () => {
    await once(site.listen(0, '127.0.0.1'), 'listening');
    const { port } = site.address() as AddressInfo;
    // Without a locale, Chromium names no file in letters beyond ASCII.
    const env = { LANG: 'C.UTF-8' };
    browser = await launchChromium({ env });
    page = await browser.newPage();
    await page.goto(`http://127.0.0.1:${port}`);
    token = '';
    const { text } = await ask('/auth/signup', {}, person());
    token = z.object({ token: z.string() }).parse(JSON.parse(text)).token;
  });

  afterAll(async () => {
    await browser?.close();
    site.close();
  });

  describe('that logs in as its visitor with wrong passwords', () => {
    const visitor = person({ email: 'visitor@example.com' });
    const logIn = async (email: unknown, password: unknown) => {
      const body = JSON.stringify({ username: email, password });
      const headers = { 'content-type': 'application/json' };
      return (await fetch(`${service}/auth/login`, { method: 'POST', headers, body })).status;
    };
    const wrong = JSON.stringify({ username: visitor.email, password: 'a wrong password' });

    beforeAll(async () => {
      const headers = { 'content-type': 'application/json' };
      const signup = { method: 'POST', headers, body: JSON.stringify(visitor) };
      expect((await fetch(`${service}/auth/signup`, signup)).status).toBe(201);
    });

    /** What a browser sends without a preflight. */
    it('is rejected if it does not ask first, and locks nobody out', async () => {
      const statuses: number[] = [];
      page.on('response', (response) => statuses.push(response.status()));
      await page.evaluate(
        async ({ url, wrong }) => {
          const form = new FormData();
          form.set('username', wrong);
          const bodies = [wrong, new Blob([wrong]), new URLSearchParams({ wrong }), form];
          for (let n = 0; n < 5; n += 1) {
            for (const body of bodies) await fetch(url, { method: 'POST', mode: 'no-cors', body });
          }
        },
        { url: `${service}/auth/login`, wrong },
      );
      expect(statuses).toEqual(Array(20).fill(415));
      expect(await logIn(visitor.email, visitor.password)).toBe(200);
    });

    it('can lock its visitor out if `CORS_ORIGINS` lets it ask', async () => {
      const statuses: number[] = [];
      for (let n = 0; n < 11; n += 1) statuses.push((await ask('/auth/login', {}, JSON.parse(wrong))).status);
      expect(statuses).toEqual([...Array(10).fill(401), 429]);
      expect(await logIn(visitor.email, visitor.password)).toBe(429);
    });
  });

  it('sends and reads all headers of calls, and may remember for a day whether it may call', async () => {
    const key = { 'idempotency-key': 'a-key', prefer: 'return=representation' };
    const first = await ask('/events/create', key, party());
    const path = String(first.headers['location']);
    expect(first.headers).toMatchObject({ etag: '"1"', 'preference-applied': 'return=representation' });
    const again = await ask('/events/create', key, party());
    expect(again.headers).toMatchObject({ 'idempotency-replayed': 'true', location: path });
    const cached = await ask(path, { 'if-none-match': '"1"' });
    expect([cached.status, cached.text]).toEqual([304, '']);
    const update = path.replace('view', 'update');
    expect((await ask(update, { 'if-match': '"1"' }, { name: 'Ball' })).headers['etag']).toBe('"2"');
    expect((await ask(update, { 'if-match': '"1"' }, { name: 'Dinner' })).status).toBe(412);
    const exported = await ask('/account/export', {});
    expect(exported.headers['content-disposition']).toContain('attachment');
    const asked = { origin: 'https://example.com', 'access-control-request-method': 'GET' };
    const { headers } = await fetch(`${service}/events`, { method: 'OPTIONS', headers: asked });
    expect(headers.get('access-control-max-age')).toBe('86400');
  });

  describe('with examples/browser.js', () => {
    const BUDGETS = Array.from({ length: 20 }, (_, n) => ({
      ...{ name: `Budget ${n + 1}`, category: '' },
      ...{ amount: 100.1 + n, spent: 0 },
    }));
    const CONFLICT = 'This was changed in the meantime. Load it again and repeat your change.';
    let ada: Awaited<ReturnType<typeof newAccount>>;
    let grace: Awaited<ReturnType<typeof newAccount>>;
    let event_id = 0;

    const ofEvent = () => ({ params: { path: { event_id } } });
    const newEvent = async () => {
      const { response } = await ada.POST('/events/create', { body: party({ name: 'Fête d’été' }) });
      return Number(response.headers.get('location')?.replace('/events/view/', ''));
    };
    const listOf = async () => (await ada.GET('/events/{event_id}/budgets', ofEvent())).data;

    /** Runs code in the page. Returns the calls that it made. */
    const run = async (code: string) => {
      const calls = await page.evaluate(`calls.length = 0; (async () => { ${code} })().then(() => calls)`);
      return z.array(z.string()).parse(calls);
    };
    const loginOf = ({ email, password }: { email: string; password: string }) =>
      `await logIn(${JSON.stringify(email)}, ${JSON.stringify(password)});`;
    const shown = () => page.locator('li').allTextContents();
    /** How many preflights the service has got. */
    const preflights = async () => {
      const lines = await readFile(outputFile(inject('serviceFolder')), 'utf8');
      return lines.split('OPTIONS /').length;
    };

    beforeAll(async () => {
      ada = await newAccount('Ada', 'ada.browser@example.com');
      grace = await newAccount('Grace', 'grace.browser@example.com');
      event_id = await newEvent();
      await ada.POST('/events/{event_id}/budgets/import', { ...ofEvent(), body: { budgets: BUDGETS } });
    });

    beforeEach(async () => {
      await page.goto(new URL('/app', page.url()).href);
      await run(loginOf(ada));
    });

    it('changes 20 budgets by 21 calls, overwrites nothing, and shows the total without a read', async () => {
      const read = await run(`window.budgets = await budgetsOf(${event_id});`);
      const [changed] = (await listOf())?.data ?? [];
      await ada.POST('/events/{event_id}/budgets/update/{id}', {
        params: { path: { event_id, id: changed?.id ?? 0 } },
        body: { amount: 90, note: 'Now in June' },
      });
      const written = await run(`await pay(${event_id}, budgets, show);`);
      expect([...read, ...written].map((call) => call.slice(0, 3))).toEqual([
        ...['200', '412'],
        ...Array(19).fill('200'),
      ]);
      const list = await listOf();
      expect(list?.data[0]).toEqual({ ...changed, amount: 90, note: 'Now in June', version: 1 });
      expect(list?.data.filter(({ amount, spent }) => spent === amount)).toHaveLength(19);
      const texts = await shown();
      expect(texts).toHaveLength(20);
      expect(texts[0]).toBe(`Budget 1: ${CONFLICT}`);
      expect(texts.at(-1)).toBe(`Spent: ${list?.summary.total_spent}`);

      const before = await preflights();
      const again = `await pay(${event_id}, (await budgetsOf(${event_id})).filter(({ amount, spent }) => spent < amount), show);`;
      expect(await run(again)).toHaveLength(2);
      // The browser remembers what it may send to these URLs.
      expect(await preflights()).toBe(before);
      const all = await listOf();
      expect(all?.data[0]).toEqual({ ...list?.data[0], spent: 90, version: 2 });
      expect((await shown()).at(-1)).toBe(`Spent: ${all?.summary.total_spent}`);
    });

    it('shows why a viewer may not change anything', async () => {
      const body = { email: grace.email, role: 'viewer' as const };
      await ada.POST('/events/{event_id}/members/invite', { ...ofEvent(), body });
      const [invitation] = (await grace.GET('/invitations')).data?.data ?? [];
      await grace.POST('/invitations/accept/{id}', { params: { path: { id: invitation?.id ?? 0 } } });
      const before = await listOf();
      await run(
        `${loginOf(grace)} await pay(${event_id}, (await budgetsOf(${event_id})).slice(0, 1), show);`,
      );
      expect(await shown()).toEqual(['Budget 1: Only the owner and editors can do this.']);
      expect(await listOf()).toEqual(before);
    });

    it('shows why it has to wait, and how long', async () => {
      const passwords = '{ password: "a wrong password", new_password: "a fair new passphrase" }';
      const calls = await run(`for (let n = 0; n < 11; n += 1)
        await call('POST', '/account/change-password', ${passwords}).catch(({ message, cause }) => {
          show(message);
          if (cause.status === 429) show(cause.headers.get('Retry-After'));
        });`);
      expect(calls.map((call) => call.slice(0, 3))).toEqual([...Array(10).fill('422'), '429']);
      const texts = await shown();
      const [seconds] = texts.slice(-1).map(Number);
      expect(texts).toEqual([
        ...Array(10).fill('Password is wrong.'),
        `Try again in ${Math.ceil(Number(seconds) / 60)} minutes.`,
        String(seconds),
      ]);
    });

    it('downloads a file, and uploads it to another event, once', async () => {
      const path = `/events/${event_id}/budgets/export`;
      const [file] = await Promise.all([page.waitForEvent('download'), run(`await download('${path}');`)]);
      expect(file.suggestedFilename()).toBe('Fête d été budgets.csv');
      const saved = await file.path();
      const exported = await fetch(service + path, { headers: { authorization: `Bearer ${ada.token}` } });
      expect(await readFile(saved)).toEqual(Buffer.from(await exported.arrayBuffer()));

      const { data } = (await listOf()) ?? {};
      event_id = await newEvent();
      await page.locator('input').setInputFiles(saved);
      const load = `await upload(${event_id}, document.querySelector('input').files[0], 'a-key');`;
      expect(await run(load + load)).toEqual(Array(2).fill(`201 POST /events/${event_id}/budgets/import`));
      const imported = (await listOf())?.data;
      expect(imported).toEqual(data?.map((budget) => ({ ...budget, id: expect.any(Number), version: 0 })));
    });

    it('gets a new token when the old one has expired, and no more when its session has ended', async () => {
      const key = await readFile(join(inject('serviceFolder'), '.local/token-key'), 'utf8');
      const token = String(await page.evaluate('session.token'));
      const expired = await new SignJWT({ ...decodeJwt(token), exp: Number(decodeJwt(token).iat) })
        .setProtectedHeader({ alg: 'HS256', ...decodeProtectedHeader(token) })
        .sign(derivedKey(key.trim(), 'event-budget-service'));
      expect(await run(`session.token = '${expired}'; await call('GET', '/events');`)).toEqual([
        '401 GET /events',
        '200 POST /auth/refresh',
        '200 GET /events',
      ]);
      expect(await run(`await call('GET', '/events');`)).toEqual(['200 GET /events']);
      const ended = await run(`await call('POST', '/auth/logout');
        await call('GET', '/events').catch(({ message }) => show(message));`);
      expect(ended.slice(1)).toEqual(['401 GET /events', '401 POST /auth/refresh']);
      const failed = await run(
        `await logIn('ada.browser@example.com', 'not it').catch(({ message }) => show(message));`,
      );
      expect(failed).toEqual(['401 POST /auth/login']);
      expect(await shown()).toEqual([
        'This requires a valid token. Log in again.',
        'Invalid username or password.',
      ]);
    });
  });
});
