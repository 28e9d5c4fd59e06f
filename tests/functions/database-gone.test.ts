import { randomUUID } from 'node:crypto';
import { describe, expect, it } from 'vitest';
import { getAccount } from '../../lib/accounts/repository.ts';
import { newAccessToken } from '../../lib/auth/access-token.ts';
import { issueSessionToken } from '../../lib/auth/session-tokens.ts';
import { call } from '../support/call.ts';
import { freePort } from '../support/emulators.ts';
import { endpoints, type Tested } from '../support/service.ts';

process.env['AWS_ENDPOINT_URL_DYNAMODB'] = `http://127.0.0.1:${await freePort()}`;

describe('without a database', () => {
  it('a repository throws DatabaseUnavailableError with its cause', async () => {
    await expect(getAccount('ada@example.com')).rejects.toMatchObject({
      name: 'DatabaseUnavailableError',
      message: 'DynamoDB is unavailable',
      cause: { code: 'ECONNREFUSED' },
    });
  });

  const cases = Object.entries<Tested>(endpoints).flatMap(([name, endpoint]) =>
    (['session', 'access token'] as const).map((credential) => ({ name, credential, ...endpoint })),
  );

  it.each(cases)(
    '$name by $credential answers 503 with its own message',
    async ({ credential, handler, method, failure, body }) => {
      const path = { event_id: '1', budget_id: '1', id: '1' };
      const token =
        credential === 'session'
          ? await issueSessionToken({ accountId: 'account-1', sessionId: 'session-1' }, 2 ** 33)
          : newAccessToken(randomUUID()).text;
      const { status, headers, text } = await call(handler, {
        method,
        token,
        path,
        ...(body && { body: body() }),
      });
      expect(status).toBe(503);
      expect(headers['retry-after']).toBe('5');
      expect(text).toBe(JSON.stringify({ status: 'error', message: failure }));
    },
  );
});
