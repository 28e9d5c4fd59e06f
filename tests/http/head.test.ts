import { expect, inject, it } from 'vitest';
import { document } from '../support/contract.ts';

const ask = async (path: string, method: string) => {
  const answer = await fetch(inject('origin') + path, { method });
  return { answer, allow: [answer.status, answer.headers.get('allow')] };
};

it.each([
  ...['/health', '/openapi.json', '/docs', '/docs/docs.css', '/reset-password'],
  ...['/reset-password/page.js', '/verify-email', '/verify-email/page.css', '/shared', '/shared/shared.js'],
])('HEAD %s has the status and headers of GET, and no body, and is in the 405 for others', async (path) => {
  const [{ answer: head }, { answer: get }] = [await ask(path, 'HEAD'), await ask(path, 'GET')];
  const names = ['content-type', 'cache-control', 'etag', 'content-security-policy'];
  const headersOf = ({ headers }: Response) => names.map((name) => headers.get(name));
  expect([head.status, await head.text(), headersOf(head)]).toEqual([200, '', headersOf(get)]);
  expect((await get.text()).length).toBeGreaterThan(0);
  for (const method of ['POST', 'PUT', 'DELETE'])
    expect((await ask(path, method)).allow).toEqual([405, 'GET, HEAD']);
});

it('HEAD of a file that isn’t there is 404', async () => {
  expect((await ask('/docs/nothing.css', 'HEAD')).answer.status).toBe(404);
});

it.each(Object.entries(document.paths))(
  '%s leads to the function that takes its method',
  async (path, methods) => {
    const [status, allow] = (await ask(path.replaceAll(/\{\w+\}/g, '1'), 'PUT')).allow;
    expect([status, String(allow).replace(', HEAD', '')]).toEqual([
      405,
      Object.keys(methods)[0]?.toUpperCase(),
    ]);
  },
);
