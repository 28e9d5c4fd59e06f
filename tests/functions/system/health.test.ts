import { expect, it } from 'vitest';
import { handler as health } from '../../../functions/system/health.ts';
import packageJson from '../../../package.json' with { type: 'json' };
import { call } from '../../support/call.ts';

it('GET /health answers 200 with the version of package.json, and needs no token', async () => {
  const { status, body } = await call(health, { method: 'GET' });
  expect(status).toBe(200);
  expect(body).toEqual({ status: 'success', version: packageJson.version });
});

it('any other method answers 405', async () => {
  const { status, headers } = await call(health);
  expect([status, headers['allow']]).toEqual([405, 'GET, HEAD']);
});
