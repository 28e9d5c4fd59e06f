import { decodeJwt, SignJWT } from 'jose';
import { afterEach, describe, expect, it, vi } from 'vitest';
import { handler as refresh } from '../../../functions/auth/refresh.ts';
import { handler as list } from '../../../functions/events/list.ts';
import { works } from '../../support/access-tokens.ts';
import { call } from '../../support/call.ts';
import { resetVariables, setVariable } from '../../support/environment.ts';
import { newAccessToken, newToken } from '../../support/service.ts';
import { tableContent } from '../../support/table-content.ts';

afterEach(() => {
  vi.useRealTimers();
  resetVariables();
});

const DAY = 86_400_000;

describe('POST /auth/refresh', () => {
  it('answers 200 with a new token of the same session, and writes nothing', async () => {
    const token = await newToken();
    const before = await tableContent();
    const { status, body } = await call(refresh, { token });
    expect(status).toBe(200);
    expect(body).toEqual({
      status: 'success',
      message: 'Token refreshed successfully',
      token: expect.any(String),
      expires_in: 86_400,
    });
    expect(body.token).not.toBe(token);
    const [old, renewed] = [decodeJwt(token), decodeJwt(String(body.token))];
    expect([renewed.sub, renewed['sid']]).toEqual([old.sub, old['sid']]);
    expect(await tableContent()).toEqual(before);
  });

  it('keeps the access tokens', async () => {
    const token = await newToken();
    const made = await newAccessToken(token);
    vi.useFakeTimers({ toFake: ['Date'], now: Date.now() + 2 * DAY });
    expect((await call(refresh, { token })).status).toBe(200);
    expect(await works(token, made)).toBe(true);
  });

  it('accepts a token that expired while its session lives', async () => {
    const token = await newToken();
    vi.useFakeTimers({ toFake: ['Date'], now: Date.now() + 13 * DAY });
    expect((await call(list, { method: 'GET', token })).status).toBe(401);
    const { status, body } = await call(refresh, { token });
    expect(status).toBe(200);
    expect((await call(list, { method: 'GET', token: body.token })).status).toBe(200);
  });

  it('issues no token that outlives the session', async () => {
    setVariable('SESSION_LIFETIME_SECONDS', '3600');
    const token = await newToken();
    vi.useFakeTimers({ toFake: ['Date'], now: Date.now() + 10_000 });
    const { body } = await call(refresh, { token });
    expect(decodeJwt(String(body.token)).exp).toBe(decodeJwt(token).exp);
    expect(body['expires_in']).toBeLessThanOrEqual(3_590);
  });

  it('accepts it until the end that its session got at the login, whatever a session may last since', async () => {
    setVariable('SESSION_LIFETIME_SECONDS', '259200');
    const token = await newToken();
    const start = Date.now();
    setVariable('SESSION_LIFETIME_SECONDS', '60');
    vi.useFakeTimers({ toFake: ['Date'], now: start + 3 * DAY - 10_000 });
    expect((await call(refresh, { token })).status).toBe(200);
    vi.setSystemTime(start + 3 * DAY);
    expect((await call(refresh, { token })).status).toBe(401);
  });

  it('rejects an expired token with another signature', async () => {
    const forged = await new SignJWT(decodeJwt(await newToken()))
      .setProtectedHeader({ alg: 'HS256' })
      .sign(Buffer.from('another key of at least 32 bytes, it is'));
    expect((await call(refresh, { token: forged })).status).toBe(401);
  });
});
