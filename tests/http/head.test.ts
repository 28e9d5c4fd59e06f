import { describe, expect, inject, it } from 'vitest';

const ask = (path: string, method: string) => fetch(inject('origin') + path, { method });

describe.each([
  '/health',
  '/openapi.json',
  '/docs',
  '/docs/swagger-ui.css',
  '/reset-password',
  '/reset-password/page.js',
  '/verify-email',
  '/verify-email/page.css',
  '/shared',
  '/shared/shared.js',
])('HEAD %s', (path) => {
  it('has the status and headers of GET, and no body', async () => {
    const [head, get] = [await ask(path, 'HEAD'), await ask(path, 'GET')];
    const names = ['content-type', 'cache-control', 'etag', 'content-security-policy'];
    const headersOf = ({ headers }: Response) => names.map((name) => headers.get(name));
    expect([head.status, await head.text(), headersOf(head)]).toEqual([200, '', headersOf(get)]);
    expect((await get.text()).length).toBeGreaterThan(0);
  });

  it('is named in the 405 for any other method', async () => {
    for (const method of ['POST', 'PUT', 'DELETE']) {
      const refused = await ask(path, method);
      expect([refused.status, refused.headers.get('allow')]).toEqual([405, 'GET, HEAD']);
    }
  });
});

it('HEAD of a file that isn’t there is 404, and that of what takes a token 405', async () => {
  expect((await ask('/docs/nothing.css', 'HEAD')).status).toBe(404);
  const refused = await ask('/events', 'HEAD');
  expect([refused.status, refused.headers.get('allow')]).toEqual([405, 'GET']);
});
