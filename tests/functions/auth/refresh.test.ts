import { decodeJwt, SignJWT } from 'jose';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { works } from '../../support/access-tokens.ts';
import { type Client, clientOf, newClient } from '../../support/client.ts';
import { resetVariables, setVariable } from '../../support/environment.ts';
import { newAccessToken } from '../../support/service.ts';
import { tableContent } from '../../support/table.ts';

const DAY = 86_400_000;

let ada: Client;
beforeEach(async () => {
  ada = await newClient();
});
afterEach(() => {
  vi.useRealTimers();
  resetVariables();
});

it('answers 200 with a new token of the same session, and writes nothing', async () => {
  const before = await tableContent();
  const { status, body } = await ada.refresh();
  expect(await tableContent()).toEqual(before);
  expect(status).toBe(200);
  expect(body).toEqual({
    status: 'success',
    message: 'Token refreshed successfully',
    token: expect.any(String),
    expires_in: 86_400,
  });
  expect(body.token).not.toBe(ada.token);
  const [old, renewed] = [decodeJwt(ada.token), decodeJwt(String(body.token))];
  expect([renewed.sub, renewed['sid']]).toEqual([old.sub, old['sid']]);
});

it('accepts a token that expired while its session lives, and keeps the access tokens', async () => {
  const made = await newAccessToken(ada.token);
  vi.useFakeTimers({ toFake: ['Date'], now: Date.now() + 13 * DAY });
  expect((await ada.list()).status).toBe(401);
  const { status, body } = await ada.refresh();
  expect(status).toBe(200);
  expect((await clientOf(String(body.token)).list()).status).toBe(200);
  expect(await works(ada.token, made)).toBe(true);
});

it('issues no token that outlives the session', async () => {
  setVariable('SESSION_LIFETIME_SECONDS', '3600');
  ada = await newClient();
  vi.useFakeTimers({ toFake: ['Date'], now: Date.now() + 10_000 });
  const { body } = await ada.refresh();
  expect(decodeJwt(String(body.token)).exp).toBe(decodeJwt(ada.token).exp);
  expect(body['expires_in']).toBeLessThanOrEqual(3_590);
});

it('accepts it until the end that its session got at the login, whatever a session may last since', async () => {
  setVariable('SESSION_LIFETIME_SECONDS', '259200');
  ada = await newClient();
  const start = Date.now();
  setVariable('SESSION_LIFETIME_SECONDS', '60');
  vi.useFakeTimers({ toFake: ['Date'], now: start + 3 * DAY - 10_000 });
  expect((await ada.refresh()).status).toBe(200);
  vi.setSystemTime(start + 3 * DAY);
  expect((await ada.refresh()).status).toBe(401);
});

it('rejects an expired token with another signature', async () => {
  const forged = await new SignJWT(decodeJwt(ada.token))
    .setProtectedHeader({ alg: 'HS256' })
    .sign(Buffer.from('another key of at least 32 bytes, it is'));
  expect((await clientOf(forged).refresh()).status).toBe(401);
});
