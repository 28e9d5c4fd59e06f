import { describe, expect, it } from 'vitest';
import { handler } from '../../../functions/system/not-found.ts';
import { call } from '../../support/call.ts';
import { notFound } from '../../support/refusals.ts';

describe('any other path', () => {
  it.each(['GET', 'POST', 'PUT', 'DELETE', 'PATCH', 'OPTIONS'])(
    'answers 404 for %s, with any token and body',
    async (method) => {
      const { status, text } = await call(handler, { method, body: 'not JSON', token: 'no token' });
      expect(status).toBe(404);
      expect(text).toBe(notFound('Not found'));
    },
  );
});
