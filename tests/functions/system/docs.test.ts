import { readFileSync } from 'node:fs';
import { gunzipSync } from 'node:zlib';
import { describe, expect, it } from 'vitest';
import { handler as docs } from '../../../functions/system/docs.ts';
import { call } from '../../support/call.ts';
import { context, gatewayRequest } from '../../support/gateway.ts';
import { notFound } from '../../support/rejections.ts';

async function get(path?: Record<string, string>) {
  const headers = { 'accept-encoding': 'gzip' };
  const answer = await docs(gatewayRequest('GET', { headers, ...(path && { path }) }), context());
  return { ...answer, content: gunzipSync(Buffer.from(answer.body, 'base64')) };
}

describe('the docs', () => {
  it('are a page that loads only from this service', async () => {
    const { statusCode, headers, content, isBase64Encoded } = await get();
    expect([statusCode, isBase64Encoded]).toEqual([200, true]);
    expect(headers).toMatchObject({
      'content-type': 'text/html; charset=utf-8',
      'content-encoding': 'gzip',
      'content-security-policy':
        "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self' data:; connect-src 'self'; base-uri 'none'; frame-ancestors 'none'; form-action 'none'",
    });
    expect(content).toEqual(readFileSync('lib/system/docs/index.html'));
  });

  it('have every file that the page links to', async () => {
    const named = [...String((await get()).content).matchAll(/(?:src|href)="\/docs\/([^"]+)"/g)];
    expect(named).toHaveLength(6);
    for (const [, file = ''] of named) expect((await get({ file })).statusCode).toBe(200);
  });

  it.each([
    ['initializer.js', 'text/javascript; charset=utf-8', 'lib/system/browser/docs'],
    ['operations.js', 'text/javascript; charset=utf-8', 'lib/system/browser/docs'],
    ['swagger-ui-bundle.js', 'text/javascript; charset=utf-8', 'node_modules/swagger-ui-dist'],
    ['page.css', 'text/css; charset=utf-8', 'lib/system/browser/docs'],
    ['api.md', 'text/plain; charset=utf-8', 'docs'],
    ['swagger-ui.css', 'text/css; charset=utf-8', 'node_modules/swagger-ui-dist'],
    ['favicon-32x32.png', 'image/png', 'node_modules/swagger-ui-dist'],
    ['LICENSE', 'text/plain; charset=utf-8', 'node_modules/swagger-ui-dist'],
    ['NOTICE', 'text/plain; charset=utf-8', 'node_modules/swagger-ui-dist'],
    ['swagger-ui-bundle.js.LICENSE.txt', 'text/plain; charset=utf-8', 'node_modules/swagger-ui-dist'],
  ])('serve %s unchanged', async (file, type, folder) => {
    const { statusCode, headers, content, isBase64Encoded } = await get({ file });
    expect([statusCode, isBase64Encoded]).toEqual([200, true]);
    expect(headers).toMatchObject({
      'content-type': type,
      'content-encoding': 'gzip',
    });
    expect(content.equals(readFileSync(`${folder}/${file}`))).toBe(true);
  });

  it('have every file that its script imports', async () => {
    const { content } = await get({ file: 'initializer.js' });
    const named = [...String(content).matchAll(/from '\.\/([^']+)'/g)].map(([, file = '']) => file);
    expect(named).toEqual(['operations.js']);
    for (const file of named) expect((await get({ file })).statusCode).toBe(200);
  });

  it('are at most 600 KB, gzipped', async () => {
    const files = [
      'index.html',
      'initializer.js',
      'operations.js',
      'page.css',
      'swagger-ui.css',
      'swagger-ui-bundle.js',
    ];
    const sizes = await Promise.all(files.map(async (file) => (await get({ file })).body.length * 0.75));
    expect(sizes.reduce((sum, size) => sum + size)).toBeLessThan(600_000);
  });

  it('name the file of the licenses in the script', async () => {
    const { content } = await get({ file: 'swagger-ui-bundle.js' });
    const [, named = ''] = /^\/\*! For license information please see (\S+) \*\//.exec(String(content)) ?? [];
    expect((await get({ file: named })).statusCode).toBe(200);
  });

  it.each(['swagger-ui.js', '', 'constructor', '../files.ts'])('have no file %j', async (file) => {
    const { status, text } = await call(docs, { method: 'GET', path: { file } });
    expect([status, text]).toEqual([404, notFound('Not found')]);
  });

  it.each(['POST', 'PUT', 'DELETE', 'OPTIONS'])('answer 405 with Allow for %s', async (method) => {
    const { status, headers, body } = await call(docs, { method, path: { file: 'swagger-ui.css' } });
    expect([status, headers['allow']]).toEqual([405, 'GET, HEAD']);
    expect(body).toEqual({ status: 'error', message: 'Invalid request method' });
  });
});
