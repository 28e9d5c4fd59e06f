import { readFileSync } from 'node:fs';
import { gunzipSync } from 'node:zlib';
import { describe, expect, it } from 'vitest';
import { handler as docs } from '../../../functions/system/docs.ts';
import { handler as openapi } from '../../../functions/system/openapi.ts';
import { setVariable } from '../../support/environment.ts';
import { context, gatewayRequest } from '../../support/gateway.ts';

const path = { file: 'swagger-ui.css' };
const styles = readFileSync('node_modules/swagger-ui-dist/swagger-ui.css');

const get = (handler: typeof docs | typeof openapi, headers: Record<string, string> = {}) =>
  handler(gatewayRequest('GET', { path, headers }), context());

describe.each([
  ['GET /docs/{file}', docs],
  ['GET /openapi.json', openapi],
])('%s', (_, handler) => {
  it('may be cached for an hour, with a tag', async () => {
    const { statusCode, headers } = await get(handler, { 'accept-encoding': 'gzip' });
    expect(statusCode).toBe(200);
    expect(headers).toMatchObject({
      'cache-control': 'public, max-age=3600',
      etag: expect.stringMatching(/^"[\w-]{22}"$/),
      vary: 'accept-encoding',
    });
  });

  it('answers 304 without a body to a client that has it', async () => {
    const { headers } = await get(handler, { 'accept-encoding': 'gzip' });
    for (const tag of [headers['etag'], `W/${headers['etag']}`, `"other", ${headers['etag']}`, '*']) {
      const cached = await get(handler, { 'if-none-match': String(tag) });
      expect([cached.statusCode, cached.body]).toEqual([304, '']);
      expect(cached.headers['etag']).toBe(headers['etag']);
    }
    expect((await get(handler, { 'if-none-match': '"other"' })).statusCode).toBe(200);
  });
});

describe('GET /docs/{file}', () => {
  it.each(['gzip', 'br, gzip', 'GZIP;q=0.5', '*'])('is gzipped for Accept-Encoding: %s', async (accepted) => {
    const { headers, body } = await get(docs, { 'accept-encoding': accepted });
    expect(headers['content-encoding']).toBe('gzip');
    expect(gunzipSync(Buffer.from(body, 'base64')).equals(styles)).toBe(true);
  });

  it.each([{}, { 'accept-encoding': 'br' }, { 'accept-encoding': 'gzip;q=0' }])(
    'is not gzipped for %j',
    async (headers) => {
      const answer = await get(docs, headers);
      expect(answer.headers['content-encoding']).toBeUndefined();
      expect(Buffer.from(answer.body, 'base64').equals(styles)).toBe(true);
    },
  );
});

it('endpoints that need no signing key are served without one', async () => {
  setVariable('TOKEN_KEYS', undefined);
  delete process.env['TABLE_NAME'];
  expect((await get(docs)).statusCode).toBe(200);
  expect((await get(openapi)).statusCode).toBe(200);
});
