import { decodeJwt } from 'jose';
import { afterEach, describe, expect, it, vi } from 'vitest';
import * as z from 'zod/mini';
import { handler as login } from '../../../functions/auth/login.ts';
import { works } from '../../support/access-tokens.ts';
import { type Client, clientOf, newClient, nobody } from '../../support/client.ts';
import { resetVariables, setVariable } from '../../support/environment.ts';
import { context, gatewayRequest } from '../../support/gateway.ts';
import { notFound } from '../../support/rejections.ts';
import { newAccessToken, person } from '../../support/service.ts';

afterEach(() => {
  vi.useRealTimers();
  resetVariables();
});

const START = Date.UTC(2027, 0, 1);

/** Signs up, and logs in as often, so far apart and with this user agent. Returns the last session. */
async function loggedIn(times: number, { apart = 1_000, userAgent = 'test', ada = person() } = {}) {
  vi.useFakeTimers({ toFake: ['Date'], now: START });
  const { email: username, password } = ada;
  let { token } = (await nobody.signup(ada)).body;
  const request = gatewayRequest('POST', { body: { username, password } });
  request.requestContext.http.userAgent = userAgent;
  for (let logins = 1; logins <= times; logins++) {
    vi.setSystemTime(START + logins * apart);
    ({ token } = z.object({ token: z.string() }).parse(JSON.parse((await login(request, context())).body)));
  }
  return clientOf(String(token));
}

const listed = z.object({
  return_count: z.int(),
  data: z.array(z.object({ id: z.string(), created_at: z.string(), current: z.boolean() })),
});
const sessionsOf = async (ada: Client) => listed.parse((await ada.listSessions()).body);

describe('GET /account/sessions', () => {
  it('lists the sessions, newest first, and says which is the current one', async () => {
    const userAgent =
      'Mozilla/5.0 (X11; Linux x86_64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/131.0.0.0 Safari/537.36';
    const ada = await loggedIn(1, { userAgent });
    const session = (time: string, user_agent: string, current: boolean) => ({
      id: expect.stringMatching(/^[\w-]{16}$/),
      created_at: `2027-01-01T${time}Z`,
      expires_at: `2027-01-31T${time}Z`,
      user_agent,
      current,
    });
    expect((await ada.listSessions()).body).toEqual({
      status: 'success',
      return_count: 2,
      data: [session('00:00:01.000', 'Chrome/131 Linux', true), session('00:00:00.000', 'test', false)],
    });
  });

  it('leaves out expired sessions', async () => {
    const ada = await loggedIn(1);
    setVariable('TOKEN_LIFETIME_SECONDS', '2592000');
    const kept = clientOf(String((await ada.refresh()).body.token));
    vi.setSystemTime(START + 14 * 86_400_000);
    const renewed = clientOf(String((await kept.refresh()).body.token));
    // The first session has expired.
    vi.setSystemTime(START + 15 * 86_400_000);
    expect(await sessionsOf(renewed)).toMatchObject({ return_count: 1, data: [{ current: true }] });
  });

  it.each([
    [1_000, '2027-01-01T00:00:03.000Z'],
    [1, '2027-01-01T00:00:00.003Z'],
  ])('keeps the 30 newest, newest first, of sessions %d ms apart', async (apart, oldest) => {
    const { return_count, data } = await sessionsOf(await loggedIn(32, { apart }));
    expect([return_count, data.length]).toEqual([30, 30]);
    const starts = data.map(({ created_at }) => created_at);
    expect(starts).toEqual(starts.toSorted().reverse());
    expect([starts.at(-1), data[0]?.current]).toEqual([oldest, true]);
  });

  it('orders sessions of one millisecond by id, and a login ends the last of them', async () => {
    const ada = person();
    const { data: before } = await sessionsOf(await loggedIn(29, { apart: 0, ada }));
    const ids = before.map(({ id }) => id);
    expect(ids).toHaveLength(30);
    expect(ids).toEqual(ids.toSorted().reverse());
    const { body } = await nobody.login({ username: ada.email, password: ada.password });
    const { data } = await sessionsOf(clientOf(String(body.token)));
    const others = data.filter(({ current }) => !current).map(({ id }) => id);
    expect(others).toEqual(ids.slice(0, -1));
  });
});

describe('POST /account/sessions/end/{id}', () => {
  const pathOf = ({ token }: Client) => ({ id: String(decodeJwt(token)['sid']) });
  const isActive = async (session: Client) => (await session.list()).status === 200;

  it('ends another session and its own, once, and keeps the access tokens', async () => {
    const ada = person();
    const one = await loggedIn(0, { ada });
    const { body: again } = await nobody.login({ username: ada.email, password: ada.password });
    const other = clientOf(String(again.token));
    const made = await newAccessToken(other.token);
    const { status, body } = await one.endSession(pathOf(other));
    expect([status, body]).toEqual([200, { status: 'success', message: 'Session ended successfully' }]);
    expect([await isActive(one), await isActive(other), await works(one.token, made)]).toEqual([
      true,
      false,
      true,
    ]);
    expect((await one.endSession(pathOf(other))).status).toBe(404);
    expect((await one.endSession(pathOf(one))).status).toBe(200);
    expect([await isActive(one), await works(one.token, made)]).toEqual([false, true]);
  });

  it('is 404 for what is no session of this account', async () => {
    const [ada, stranger] = [await newClient(), await newClient()];
    // A property of every object, as long as an id, and attributes of the account.
    const others = ['x'.repeat(16), 'x', 'password_hash', '__defineGetter__', pathOf(stranger).id];
    for (const id of others) {
      const { status, text } = await ada.endSession({ id });
      expect([status, text]).toEqual([404, notFound('Failed to end the session')]);
    }
    expect(await isActive(stranger)).toBe(true);
  });
});
