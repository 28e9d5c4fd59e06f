import { existsSync } from 'node:fs';
import { createServer } from 'node:http';
import { type Browser, chromium, type Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, inject, it } from 'vitest';
import * as z from 'zod/mini';
import { CHROMIUM, CHROMIUM_ARGUMENTS } from '../support/chromium.ts';
import { freePort } from '../support/emulators.ts';
import { party, person } from '../support/service.ts';

const isMissing = !existsSync(CHROMIUM);
if (isMissing) console.warn(`${CHROMIUM} is not installed here: CORS is not tested in a browser.`);

const answered = z.object({ status: z.int(), headers: z.record(z.string(), z.string()), text: z.string() });

describe.skipIf(isMissing)('a page of another origin', () => {
  const service = inject('origin');
  const site = createServer((_, response) => void response.end('<!doctype html><title>An app</title>'));
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
    const port = await freePort();
    site.listen(port, '127.0.0.1');
    browser = await chromium.launch({ executablePath: CHROMIUM, args: CHROMIUM_ARGUMENTS });
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
    it('is refused if it does not ask first, and locks nobody out', async () => {
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

  it('sends Idempotency-Key, and reads Location, ETag and Idempotency-Replayed', async () => {
    const key = { 'idempotency-key': 'a-key' };
    const first = await ask('/events/create', key, party());
    expect(first.status).toBe(201);
    expect(first.headers).toMatchObject({
      etag: '"1"',
      location: expect.stringMatching(/^\/events\/view\/\d+$/),
    });
    const again = await ask('/events/create', key, party());
    expect(again.headers).toMatchObject({
      'idempotency-replayed': 'true',
      location: first.headers['location'],
    });
  });

  it('sends If-None-Match and If-Match, and reads the new ETag', async () => {
    const { headers } = await ask('/events/create', {}, party());
    const path = String(headers['location']);
    const tag = String(headers['etag']);
    const cached = await ask(path, { 'if-none-match': tag });
    expect([cached.status, cached.text]).toEqual([304, '']);
    const update = path.replace('view', 'update');
    const changed = await ask(update, { 'if-match': tag }, { name: 'Ball' });
    expect([changed.status, changed.headers['etag']]).toEqual([200, '"2"']);
    expect((await ask(update, { 'if-match': tag }, { name: 'Dinner' })).status).toBe(412);
  });

  it('reads Content-Disposition', async () => {
    const { headers } = await ask('/account/export', {});
    expect(headers['content-disposition']).toContain('attachment');
  });
});
