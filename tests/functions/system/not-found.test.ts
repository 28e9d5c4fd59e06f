import { gunzipSync } from 'node:zlib';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { format } from '../../../resources/access-log.js';
import { caughtLog } from '../../support/caught-log.ts';
import { resetVariables, setVariable } from '../../support/environment.ts';
import { context, gatewayRequest } from '../../support/gateway.ts';
import { notFound } from '../../support/rejections.ts';

const log = caughtLog('DEBUG');
const { handler } = await import('../../../functions/system/not-found.ts');

beforeEach(log.clear);
afterEach(() => {
  resetVariables();
});

const TOKEN = 'eyJhbGciOiJIUzI1NiJ9.eyJzdWIiOiJ4In0.c2ln';

/** What a call for a path is answered, and all that is logged of it. */
async function ask(rawPath: string, method = 'GET', accept = '*/*') {
  const headers = { 'accept-encoding': 'gzip', accept };
  const request = gatewayRequest(method, { headers, body: 'not JSON', token: 'no token' });
  const answer = await handler({ ...request, routeKey: '$default', rawPath }, context());
  return { ...answer, logged: log.text() };
}

const NOT_FOUND = { statusCode: 404, body: notFound('Not found') };

const BROWSER = 'text/html,application/xhtml+xml,application/xml;q=0.9,*/*;q=0.8';

it.each(['GET', 'POST', 'PUT', 'DELETE', 'PATCH', 'OPTIONS'])(
  'any other path answers 404 for %s, with any token and body',
  async (method) => {
    for (const accept of ['*/*', BROWSER])
      expect(await ask('/nowhere', method, accept)).toMatchObject(NOT_FOUND);
  },
);

it('the path / leads a browser to /docs, and nothing else', async () => {
  for (const method of ['GET', 'HEAD']) {
    const { statusCode, headers, body } = await ask('/', method, BROWSER);
    expect([statusCode, headers['location'], headers['vary'], body]).toEqual([302, '/docs', 'accept', '']);
  }
  for (const accept of ['*/*', 'application/json'])
    expect(await ask('/', 'GET', accept)).toMatchObject(NOT_FOUND);
  expect(await ask('/', 'POST', BROWSER)).toMatchObject(NOT_FOUND);
});

describe('a link whose # a mail gateway has encoded', () => {
  /** API Gateway may decode a path before it passes it on. */
  const rewritten = ['#', '%23', '%2523', '%252523'].flatMap((sign) => [
    ['verify-email', `/verify-email${sign}token=${TOKEN}`, 'Confirm your e-mail address'],
    ['reset-password', `/reset-password${sign}token=${TOKEN}`, 'Choose a new password'],
    ['shared', `/shared${sign}token=ebs_x`, 'Shared budget'],
  ]);

  it.each(rewritten)('leads to the page %s, as %s', async (name, path, title) => {
    const { statusCode, headers, body } = await ask(path);
    expect([statusCode, headers['content-type']]).toEqual([200, 'text/html; charset=utf-8']);
    // Its address has the token.
    expect(headers['cache-control']).toBe('no-store');
    const page = String(gunzipSync(Buffer.from(body, 'base64')));
    expect(page).toMatch(new RegExp(`<h1[^>]*>${title}</h1>`));
    expect(page).toMatch(new RegExp(`src="/${name}/(page|shared).js"`));
    expect((await ask(path, 'HEAD')).statusCode).toBe(200);
  });

  it.each([
    '/verify-email-%23token=x',
    '/verify-email%24token=x',
    '/verify-email%25token=x',
    '/x/verify-email%23token=x',
    '/verify-emails%23token=x',
    '/docs%23token=x',
    '/%23token=x',
  ])('is no other path, such as %s', async (path) => {
    expect(await ask(path)).toMatchObject(NOT_FOUND);
  });

  it('is in no line of the log', async () => {
    const lines: string[] = [];
    for (const [status, name, method] of [
      [200, 'verify-email', 'GET'],
      [200, 'reset-password', 'HEAD'],
      [404, 'verify-email', 'POST'],
      [404, 'nowhere', 'GET'],
      [500, 'verify-email', 'GET'],
    ] as const) {
      log.clear();
      if (status === 500) setVariable('APP_URL', 'javascript:alert(1)');
      const { statusCode, logged } = await ask(`/${name}%23token=${TOKEN}`, method);
      expect(statusCode).toBe(status);
      expect(JSON.parse(logged)).toMatchObject({ route: '$default', method, status });
      lines.push(logged);
    }
    for (const part of ['token=', ...TOKEN.split('.')]) expect(lines.join()).not.toContain(part);
  });

  it('is not in the access log, which has the key of the route', () => {
    const variables: string[] = Object.values(JSON.parse(format));
    expect(variables).toContain('$context.routeKey');
    expect(variables.filter((variable) => /path|uri|url|resource/i.test(variable))).toEqual([]);
  });
});
