import { describe, expect, it } from 'vitest';
import { issueToken } from '../../lib/auth/tokens.ts';
import { call } from '../support/call.ts';
import { freePort } from '../support/emulators.ts';
import { endpoints, party, person } from '../support/service.ts';

process.env['AWS_ENDPOINT_URL_DYNAMODB'] = `http://127.0.0.1:${await freePort()}`;

const bodies: Partial<Record<string, unknown>> = {
  signup: person(),
  login: { username: 'ada@example.com', password: 'correct horse' },
};

describe('without a database', () => {
  it.each(Object.entries(endpoints))(
    '%s answers 503 with its own sentence',
    async (name, { handler, method, failure }) => {
      const token = await issueToken('account-1');
      const body = bodies[name] ?? party();
      const { status, headers, text } = await call(handler, { method, token, path: { id: '1' }, body });
      expect(status).toBe(503);
      expect(headers['retry-after']).toBe('5');
      expect(text).toBe(JSON.stringify({ status: 'error', message: failure }));
    },
  );
});
