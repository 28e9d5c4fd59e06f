import { request } from 'node:http';
import { json } from 'node:stream/consumers';
import { beforeAll, expect, inject, it } from 'vitest';
import * as z from 'zod/mini';
import { party, person } from '../support/service.ts';

const service = inject('origin');
let token = '';

/** Sends a POST with these header lines. `fetch` would join those of one name. */
async function post(path: string, body: object, headers: Record<string, string | string[]> = {}) {
  const { promise, resolve, reject } = Promise.withResolvers<{
    vary: unknown;
    applied: unknown;
    body: object;
  }>();
  const authorization = token ? { authorization: `Bearer ${token}` } : {};
  const types = { 'content-type': 'application/json', ...authorization, ...headers };
  request(`${service}${path}`, { method: 'POST', headers: types }, async (response) => {
    const { vary, 'preference-applied': applied } = response.headers;
    resolve({ vary, applied, body: Object(await json(response)) });
  })
    .on('error', reject)
    .end(JSON.stringify(body));
  return promise;
}

beforeAll(async () => {
  const { body } = await post('/auth/signup', person({ email: 'prefer@example.com' }));
  token = z.object({ token: z.string() }).parse(body).token;
});

it('a preference in the second of two header lines is read', async () => {
  const { applied, vary, body } = await post('/events/create', party(), {
    prefer: ['respond-async', 'return=representation'],
  });
  expect([applied, vary]).toEqual(['return=representation', expect.stringContaining('Prefer')]);
  expect(body).toMatchObject({ data: party() });
});

it('a response to another origin varies by both headers', async () => {
  const headers = { origin: 'https://example.com', prefer: 'return=representation' };
  const { vary } = await post('/events/create', party(), headers);
  expect(String(vary).toLowerCase()).toMatch(/origin/);
  expect(String(vary).toLowerCase()).toMatch(/prefer/);
});
