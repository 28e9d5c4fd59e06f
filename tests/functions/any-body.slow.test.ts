import fc from 'fast-check';
import { beforeAll, describe, expect, it } from 'vitest';
import { newAccessToken } from '../../lib/auth/access-token.ts';
import { call } from '../support/call.ts';
import { allEndpoints } from '../support/endpoints.ts';
import { newToken } from '../support/service.ts';

const posts = allEndpoints.filter(({ method }) => method === 'POST');

const field = fc.constantFrom(
  'name',
  'description',
  'event_date',
  'first_name',
  'last_name',
  'email',
  'username',
  'password',
  'category',
  'amount',
  'spent',
  '__proto__',
);
const value = fc.oneof(
  fc.anything(),
  fc.string({ unit: 'binary' }),
  fc.constantFrom(
    '2026-01-01',
    'ada@example.com',
    'correct horse',
    '\ud800',
    '\0',
    null,
    '',
    -0,
    Number.MAX_VALUE,
  ),
);
const json = fc.oneof(fc.json(), fc.dictionary(field, value).map(stringify), fc.jsonValue().map(stringify));
const bytes = fc.oneof(
  fc.uint8Array({ maxLength: 200 }),
  json.map((text) => Buffer.from(text)),
);
const request = fc.oneof(
  fc.record({ body: fc.oneof(json, fc.string({ unit: 'binary' })), isBase64Encoded: fc.constant(false) }),
  fc.record({
    body: bytes.map((chunk) => Buffer.from(chunk).toString('base64')),
    isBase64Encoded: fc.constant(true),
  }),
  fc.record({ body: fc.string(), isBase64Encoded: fc.boolean() }),
);

function stringify(anything: unknown): string {
  try {
    return JSON.stringify(anything) ?? 'undefined';
  } catch {
    return '[object]';
  }
}

describe.each(posts)('$name: any body', ({ handler }) => {
  let token: string;
  beforeAll(async () => {
    token = await newToken();
  });

  it('gets a JSON response with a status, and never a 5xx', async () => {
    await fc.assert(
      fc.asyncProperty(request, async (fields) => {
        const outcome = await call(handler, { token, path: { event_id: '1', id: '1' }, ...fields });
        expect(outcome.status).toBeLessThan(500);
        expect(outcome.body.status).toBe(outcome.status < 400 ? 'success' : 'error');
      }),
      { numRuns: 100 },
    );
  });
});

describe.each(allEndpoints)('$name: any header, path and query', ({ handler, method }) => {
  it('gets a JSON response with a status, and never a 5xx', async () => {
    const text = fc.string({ unit: 'binary', maxLength: 50 });
    const anything = fc.record({
      headers: fc.record({
        authorization: fc.oneof(
          text,
          text.map((token) => `Bearer ${token}.${token}.${token}`),
          text.map((token) => `Bearer ebt_${token}`),
          fc.uuid().map((account) => `Bearer ${newAccessToken(account, 'read').text}`),
        ),
      }),
      path: fc.record({ event_id: text, id: text }),
      query: fc.record({ cursor: text }),
    });
    await fc.assert(
      fc.asyncProperty(anything, async (fields) => {
        const outcome = await call(handler, { method, body: '{}', ...fields });
        expect(outcome.status).toBeGreaterThanOrEqual(400);
        expect(outcome.status).toBeLessThan(500);
      }),
      { numRuns: 50 },
    );
  });
});
