import { describe, expect, it } from 'vitest';
import { handler as login } from '../../../functions/auth/login.ts';
import { handler as logout } from '../../../functions/auth/logout.ts';
import { handler as signup } from '../../../functions/auth/signup.ts';
import { handler as list } from '../../../functions/events/list.ts';
import { works } from '../../support/access-tokens.ts';
import { call } from '../../support/call.ts';
import { newAccessToken, newToken, person } from '../../support/service.ts';

const isActive = async (token: string) => (await call(list, { method: 'GET', token })).status === 200;

/** The tokens of two sessions of one account. */
async function twoSessions(): Promise<[string, string]> {
  const { email, password, ...names } = person();
  const { body } = await call(signup, { body: { ...names, email, password } });
  const { body: again } = await call(login, { body: { username: email, password } });
  return [String(body.token), String(again.token)];
}

describe('POST /auth/logout', () => {
  it.each([undefined, {}, { everywhere: false }])('ends this session and no other for %j', async (body) => {
    const [token, other] = await twoSessions();
    const made = await newAccessToken(token);
    const outcome = await call(logout, { token, body });
    expect([outcome.status, outcome.body]).toEqual([
      200,
      { status: 'success', message: 'Logged out successfully' },
    ]);
    expect([await isActive(token), await isActive(other)]).toEqual([false, true]);
    expect(await works(token, made)).toBe(true);
  });

  it('ends all sessions and access tokens of the account, and none of another one', async () => {
    const [token, other] = await twoSessions();
    const stranger = await newToken();
    const [own, others] = [await newAccessToken(token), await newAccessToken(stranger)];
    expect((await call(logout, { token, body: { everywhere: true } })).status).toBe(200);
    expect([await isActive(token), await isActive(other)]).toEqual([false, false]);
    expect(await isActive(stranger)).toBe(true);
    expect([await works(token, own), await works(stranger, others)]).toEqual([false, true]);
  });

  it.each(['yes', 1, null])('rejects everywhere=%j and ends nothing', async (everywhere) => {
    const token = await newToken();
    const { status, body } = await call(logout, { token, body: { everywhere } });
    expect(status).toBe(422);
    expect(body).toEqual({
      status: 'error',
      message: 'Logout failed',
      errors: [{ field: 'everywhere', code: 'invalid', message: 'Everywhere must be true or false.' }],
    });
    expect(await isActive(token)).toBe(true);
  });

  it('answers 401 the second time', async () => {
    const token = await newToken();
    await call(logout, { token });
    expect((await call(logout, { token })).status).toBe(401);
  });
});
