import { readFileSync } from 'node:fs';
import { gunzipSync } from 'node:zlib';
import { afterEach, describe, expect, it, vi } from 'vitest';
import { handler as docs } from '../../../functions/system/docs.ts';
import { handler as health } from '../../../functions/system/health.ts';
import { handler as openapi } from '../../../functions/system/openapi.ts';
import packageJson from '../../../package.json' with { type: 'json' };
import { call } from '../../support/call.ts';
import { document } from '../../support/contract.ts';
import { resetVariables, setVariable } from '../../support/environment.ts';
import { context, gatewayRequest } from '../../support/gateway.ts';
import { notFound } from '../../support/rejections.ts';

afterEach(() => {
  resetVariables();
});

const STYLES = { file: 'docs.css' };
const GZIP = { 'accept-encoding': 'gzip' };

const get = (handler: typeof docs | typeof openapi, headers: Record<string, string> = GZIP, path?: object) =>
  handler(gatewayRequest('GET', { headers, ...(path && { path: { ...path } }) }), context());

/** A file of the docs. */
async function docsFile(path?: { file: string }) {
  const answer = await get(docs, GZIP, path);
  return { ...answer, content: gunzipSync(Buffer.from(answer.body, 'base64')) };
}

it('GET /health answers 200 with the version of package.json, and needs no token', async () => {
  const { status, body } = await call(health, { method: 'GET' });
  expect([status, body]).toEqual([200, { status: 'success', version: packageJson.version }]);
});

it.each([
  ['docs', docs],
  ['health', health],
  ['openapi.json', openapi],
])('any other method of /%s answers 405', async (_, handler) => {
  for (const method of ['POST', 'PUT', 'DELETE', 'OPTIONS']) {
    const { status, headers, body } = await call(handler, { method, path: STYLES });
    expect([status, headers['allow']]).toEqual([405, 'GET, HEAD']);
    expect(body).toEqual({ status: 'error', message: 'Invalid request method' });
  }
});

it.each([
  ['', {}],
  ['https://budgets.example.com', { servers: [{ url: 'https://budgets.example.com' }] }],
])(
  'GET /openapi.json is the project’s, with the service’s own address %j, if it knows it',
  async (url, own) => {
    setVariable('SERVICE_URL', url);
    vi.resetModules();
    const { handler } = await import('../../../functions/system/openapi.ts');
    const { statusCode, headers, body, isBase64Encoded } = await get(handler, { host: 'evil.example.com' });
    expect([statusCode, headers['content-type'], isBase64Encoded]).toEqual([200, 'application/json', true]);
    expect(JSON.parse(Buffer.from(body, 'base64').toString())).toEqual({ ...document, ...own });
  },
);

describe('the docs', () => {
  it.each(['index.html', 'api.md', 'files.md'])(
    'have the page %s, which loads only from this service, and every file that it links to',
    async (file) => {
      const { statusCode, headers, content, isBase64Encoded } = await docsFile({ file });
      expect([statusCode, isBase64Encoded]).toEqual([200, true]);
      expect(headers).toMatchObject({
        'content-type': 'text/html; charset=utf-8',
        'content-encoding': 'gzip',
        'content-security-policy':
          "default-src 'none'; script-src 'self'; style-src 'self'; img-src data:; connect-src 'self'; base-uri 'none'; frame-ancestors 'none'; form-action 'none'",
      });
      const named = new Set(
        [...String(content).matchAll(/(?:src|href)="\/docs\/([^"#]+)/g)].map(([, name]) => name),
      );
      expect([...named]).toEqual(expect.arrayContaining(['theme.css', 'docs.css', 'api.md', 'files.md']));
      for (const name of named) expect((await docsFile({ file: String(name) })).statusCode).toBe(200);
    },
  );

  it('are the page of all operations without a file name', async () => {
    const { content } = await docsFile();
    expect(content.equals((await docsFile({ file: 'index.html' })).content)).toBe(true);
  });

  it.each([
    ['docs.js', 'text/javascript; charset=utf-8', 'lib/system/browser/docs'],
    ['docs.css', 'text/css; charset=utf-8', 'lib/system/browser/docs'],
    ['theme.css', 'text/css; charset=utf-8', 'lib/system/browser'],
  ])('serve %s unchanged', async (file, type, folder) => {
    const { statusCode, headers, content, isBase64Encoded } = await docsFile({ file });
    expect([statusCode, isBase64Encoded]).toEqual([200, true]);
    expect(headers).toMatchObject({ 'content-type': type, 'content-encoding': 'gzip' });
    expect(content.equals(readFileSync(`${folder}/${file}`))).toBe(true);
  });

  it('are at most 60 KB, gzipped, with all that the page of operations loads', async () => {
    const files = ['index.html', 'docs.js', 'docs.css', 'theme.css'].map((file) => ({ file }));
    const sizes = (await Promise.all(files.map(docsFile))).map(({ body }) => body.length * 0.75);
    expect(sizes.reduce((sum, size) => sum + size)).toBeLessThan(60_000);
  });

  it.each(['initializer.js', '', 'constructor', '../files.ts'])('have no file %j', async (file) => {
    const { status, text } = await call(docs, { method: 'GET', path: { file } });
    expect([status, text]).toEqual([404, notFound('Not found')]);
  });
});

describe.each([
  ['GET /docs/{file}', docs],
  ['GET /openapi.json', openapi],
])('%s', (_, handler) => {
  it('may be cached for an hour, with a tag, and answers 304 without a body to a client that has it', async () => {
    const { statusCode, headers } = await get(handler, GZIP, STYLES);
    expect(statusCode).toBe(200);
    expect(headers).toMatchObject({
      'cache-control': 'public, max-age=3600',
      etag: expect.stringMatching(/^"[\w-]{22}"$/),
      vary: 'accept-encoding',
    });
    for (const tag of [headers['etag'], `W/${headers['etag']}`, `"other", ${headers['etag']}`, '*']) {
      const cached = await get(handler, { 'if-none-match': String(tag) }, STYLES);
      expect([cached.statusCode, cached.body]).toEqual([304, '']);
      expect(cached.headers['etag']).toBe(headers['etag']);
    }
    expect((await get(handler, { 'if-none-match': '"other"' }, STYLES)).statusCode).toBe(200);
  });
});

describe('a file', () => {
  const styles = readFileSync('lib/system/browser/docs/docs.css');

  it.each(['gzip', 'br, gzip', 'GZIP;q=0.5', '*'])('is gzipped for Accept-Encoding: %s', async (accepted) => {
    const { headers, body } = await get(docs, { 'accept-encoding': accepted }, STYLES);
    expect(headers['content-encoding']).toBe('gzip');
    expect(gunzipSync(Buffer.from(body, 'base64')).equals(styles)).toBe(true);
  });

  it.each([{}, { 'accept-encoding': 'br' }, { 'accept-encoding': 'gzip;q=0' }])(
    'is not gzipped for %j',
    async (headers) => {
      const answer = await get(docs, headers, STYLES);
      expect(answer.headers['content-encoding']).toBeUndefined();
      expect(Buffer.from(answer.body, 'base64').equals(styles)).toBe(true);
    },
  );

  it('is served without a signing key and a table', async () => {
    setVariable('TOKEN_KEYS', undefined);
    setVariable('TABLE_NAME', undefined);
    for (const handler of [docs, openapi]) expect((await get(handler, GZIP, STYLES)).statusCode).toBe(200);
  });
});
