import { readFileSync } from 'node:fs';
import { gunzipSync } from 'node:zlib';
import { describe, expect, it } from 'vitest';
import { handler as resetPassword } from '../../../functions/system/reset-password.ts';
import { handler as verifyEmail } from '../../../functions/system/verify-email.ts';
import { call } from '../../support/call.ts';
import { context, gatewayRequest } from '../../support/gateway.ts';

describe.each([
  ['reset-password', resetPassword],
  ['verify-email', verifyEmail],
])('GET /%s', (name, handler) => {
  async function get(path?: Record<string, string>) {
    const headers = { 'accept-encoding': 'gzip' };
    const answer = await handler(gatewayRequest('GET', { headers, ...(path && { path }) }), context());
    return { ...answer, content: gunzipSync(Buffer.from(answer.body, 'base64')) };
  }

  it('is a page that loads only from this service', async () => {
    const { statusCode, headers, content } = await get();
    expect(statusCode).toBe(200);
    expect(headers).toMatchObject({
      'content-type': 'text/html; charset=utf-8',
      'content-security-policy':
        "default-src 'none'; script-src 'self'; style-src 'self'; img-src data:; connect-src 'self'; base-uri 'none'; frame-ancestors 'none'; form-action 'none'",
      'referrer-policy': 'no-referrer',
    });
    expect(content).toEqual(readFileSync(`lib/pages/${name}.html`));
  });

  it('has every file that the page links to', async () => {
    const links = [...String((await get()).content).matchAll(/(?:src|href)="\/([^"]+)\/([^"/]+)"/g)];
    expect(links.map(([, page, file]) => [page, file])).toEqual([
      [name, 'page.css'],
      [name, 'page.js'],
    ]);
    for (const [, , file = ''] of links) {
      const { statusCode, content } = await get({ file });
      expect([statusCode, content.equals(readFileSync(`lib/pages/browser/${file}`))]).toEqual([200, true]);
    }
  });

  it.each(['page.ts', '', 'constructor', 'tsconfig.json'])('has no file %j', async (file) => {
    const { status, text } = await call(handler, { method: 'GET', path: { file } });
    expect([status, text]).toEqual([404, '{"status":"error","message":"Not found"}']);
  });

  it('answers 405 for POST', async () => {
    expect((await call(handler, { method: 'POST' })).status).toBe(405);
  });
});
