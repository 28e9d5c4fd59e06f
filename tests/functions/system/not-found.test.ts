import { describe, expect, it } from 'vitest';
import { handler as notFound } from '../../../functions/system/not-found.ts';
import { call } from '../../support/call.ts';

describe('any other path', () => {
  it.each(['GET', 'POST', 'PUT', 'DELETE', 'PATCH', 'OPTIONS'])(
    'answers 404 for %s, with any token and body',
    async (method) => {
      const { status, text } = await call(notFound, { method, body: 'not JSON', token: 'no token' });
      expect(status).toBe(404);
      expect(text).toBe('{"status":"error","message":"Not found"}');
    },
  );
});
