import { globSync, readFileSync } from 'node:fs';
import { gunzipSync } from 'node:zlib';
import { afterEach, describe, expect, it } from 'vitest';
import { handler } from '../../../functions/system/pages.ts';
import { call } from '../../support/call.ts';
import { resetVariables, setVariable } from '../../support/environment.ts';
import { context, gatewayRequest } from '../../support/gateway.ts';
import { notFound } from '../../support/rejections.ts';

afterEach(() => {
  resetVariables();
});

const MAILED = ['theme.css', 'page.css', 'page.js'];
const FILES = {
  'reset-password': MAILED,
  'verify-email': MAILED,
  shared: ['shared-content.js', 'theme.css', 'shared.css', 'shared.js'],
};

/** A page, or one of its files. */
const getter = (name: string) => async (path?: Record<string, string>) => {
  const headers = { 'accept-encoding': 'gzip' };
  const request = gatewayRequest('GET', { headers, ...(path && { path }) });
  const answer = await handler({ ...request, rawPath: `/${name}` }, context());
  return { ...answer, content: gunzipSync(Buffer.from(answer.body, 'base64')) };
};

describe.each(Object.entries(FILES))('GET /%s', (name, files) => {
  const get = getter(name);

  it('is a page that loads only from this service', async () => {
    const { statusCode, headers, content } = await get();
    expect(statusCode).toBe(200);
    expect(headers).toMatchObject({
      'content-type': 'text/html; charset=utf-8',
      'content-security-policy':
        "default-src 'none'; script-src 'self'; style-src 'self'; img-src data:; connect-src 'self'; base-uri 'none'; frame-ancestors 'none'; form-action 'none'",
      'referrer-policy': 'no-referrer',
    });
    expect(String(content)).not.toMatch(/[{}]/);
  });

  it('links nowhere without an app', async () => {
    setVariable('APP_URL', '');
    setVariable('SERVICE_NAME', 'Party Planner');
    const page = String((await get()).content);
    expect(page).toContain('<p>Party Planner</p>');
    expect(page).not.toMatch(/<a|Event Budget/);
  });

  it('has another tag when a setting changes, and else the same', async () => {
    const first = (await get()).headers['etag'];
    expect((await get()).headers['etag']).toBe(first);
    setVariable('SERVICE_NAME', 'Party Planner');
    expect((await get()).headers['etag']).not.toBe(first);
  });

  it('fails if a setting is invalid, and only then', async () => {
    setVariable('TABLE_NAME', '');
    expect((await get()).statusCode).toBe(200);
    setVariable('APP_URL', 'javascript:alert(1)');
    const request = { ...gatewayRequest('GET'), rawPath: `/${name}` };
    expect((await handler(request, context())).statusCode).toBe(500);
  });

  it('has every file that the page links to', async () => {
    const links = [...String((await get()).content).matchAll(/(?:src|href)="\/([^"]+)\/([^"/]+)"/g)];
    expect(links.map(([, page, file]) => [page, file])).toEqual(files.map((file) => [name, file]));
    for (const [, , file = ''] of links) {
      const { statusCode, content } = await get({ file });
      expect([statusCode, content.equals(readFileSync(`lib/system/browser/${file}`))]).toEqual([200, true]);
    }
  });

  it('has no other file and method', async () => {
    for (const file of ['page.ts', '', 'constructor', 'tsconfig.json']) {
      const { status, text } = await call(handler, { method: 'GET', path: { file } });
      expect([status, text]).toEqual([404, notFound('Not found')]);
    }
    expect((await call(handler, { method: 'POST' })).status).toBe(405);
  });
});

describe.each(['reset-password', 'verify-email'])('GET /%s, which a mail links to,', (name) => {
  const get = getter(name);

  it('names the service, links to the app, and escapes both', async () => {
    const page = String((await get()).content);
    expect(page).toContain(' – Event Budget</title>');
    expect(page).toContain('<p>Event Budget</p>');
    expect(page).toContain('<a href="https://app.example.com">Go to Event Budget</a>');
    setVariable('SERVICE_NAME', `<b>"A" & 'B' $& {link}`);
    setVariable('APP_URL', `https://app.example.com/a="><script>&b='$1`);
    const escaped = String((await get()).content);
    expect(escaped).toContain('<p>&#60;b&#62;&#34;A&#34; &#38; &#39;B&#39; $&#38; {link}</p>');
    expect(escaped).toContain(
      '<a href="https://app.example.com/a=&#34;&#62;&#60;script&#62;&#38;b=&#39;$1">Go to &#60;b&#62;',
    );
  });

  it('has another tag when the app changes', async () => {
    const first = (await get()).headers['etag'];
    setVariable('APP_URL', 'https://another.example.com');
    expect((await get()).headers['etag']).not.toBe(first);
  });
});

describe('GET /shared, which a share link leads to,', () => {
  const get = getter('shared');

  it('has texts in each language, and takes 20 KB at most', async () => {
    const sizeOf = async (path?: Record<string, string>) => {
      const { statusCode, body } = await get(path);
      expect(statusCode).toBe(200);
      return body.length * 0.75;
    };
    const sizes = await Promise.all([sizeOf(), ...FILES.shared.map((file) => sizeOf({ file }))]);
    const texts = globSync('text-*.js', { cwd: 'lib/system/browser' });
    expect(texts).toHaveLength(11);
    const largest = Math.max(...(await Promise.all(texts.map((file) => sizeOf({ file })))));
    expect(sizes.reduce((sum, size) => sum + size, largest)).toBeLessThan(20_000);
  });

  it('tells nothing of an event in a preview', async () => {
    const page = String((await get()).content);
    for (const part of [
      '<title>Shared budget – Event Budget<',
      'content="Somebody shared a',
      'href="data:image/svg',
    ])
      expect(page).toContain(part);
  });
});
