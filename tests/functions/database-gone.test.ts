import { randomUUID } from 'node:crypto';
import { describe, expect, it } from 'vitest';
import { getAccount } from '../../lib/accounts/repository.ts';
import { newAccessToken } from '../../lib/auth/access-token.ts';
import { call } from '../support/call.ts';
import { allEndpoints, undecidedToken } from '../support/endpoints.ts';
import { PROBES } from '../support/probes.ts';

// Nothing listens there.
process.env['AWS_ENDPOINT_URL_DYNAMODB'] = 'http://127.0.0.1:9';

describe('without a database', () => {
  it('a repository throws DatabaseUnavailableError with its cause', async () => {
    await expect(getAccount('ada@example.com')).rejects.toMatchObject({
      name: 'DatabaseUnavailableError',
      message: 'DynamoDB is unavailable',
      cause: { code: 'ECONNREFUSED' },
    });
  });

  it.each(allEndpoints)('$name answers 503 with its own message', async (endpoint) => {
    const { handler, method, failure, body } = endpoint;
    const path = { event_id: '1', budget_id: '1', id: '1' };
    const token = await undecidedToken(endpoint);
    const { status, headers, text } = await call(handler, {
      method,
      token,
      path,
      query: { token: newAccessToken(randomUUID(), 'calendar').text },
      ...(body && { body: body() }),
    });
    expect(status).toBe(503);
    expect(headers['retry-after']).toBe('5');
    expect(text).toBe(JSON.stringify({ status: 'error', message: failure }));
  });

  it.each(PROBES)('a probe of $kind answers 503 to an access token', async ({ handler }) => {
    const { status, headers, text } = await call(handler, {
      token: newAccessToken(randomUUID(), 'read').text,
    });
    expect([status, headers['retry-after']]).toEqual([503, '5']);
    expect(text).toBe('{"status":"error","message":"Not tried"}');
  });
});
