import { afterEach, describe, expect, it, vi } from 'vitest';
import * as z from 'zod/mini';
import { handler as login } from '../../../functions/auth/login.ts';
import { handler as refresh } from '../../../functions/auth/refresh.ts';
import { handler as signup } from '../../../functions/auth/signup.ts';
import { handler as list } from '../../../functions/sessions/list.ts';
import { call } from '../../support/call.ts';
import { resetVariables, setVariable } from '../../support/environment.ts';
import { context, gatewayRequest } from '../../support/gateway.ts';
import { person } from '../../support/service.ts';

afterEach(() => {
  vi.useRealTimers();
  resetVariables();
});

const START = Date.UTC(2027, 0, 1);

/** Signs up, and logs in as often, so far apart and with this user agent. Returns the last token. */
async function loggedIn(
  times: number,
  { apart = 1_000, userAgent = 'test', fields = {} } = {},
): Promise<string> {
  vi.useFakeTimers({ toFake: ['Date'], now: START });
  const { email, password, ...names } = person(fields);
  let { token } = (await call(signup, { body: { ...names, email, password } })).body;
  const request = gatewayRequest('POST', { body: { username: email, password } });
  request.requestContext.http.userAgent = userAgent;
  for (let logins = 1; logins <= times; logins++) {
    vi.setSystemTime(START + logins * apart);
    const { body } = await login(request, context());
    ({ token } = z.object({ token: z.string() }).parse(JSON.parse(body)));
  }
  return String(token);
}

const listed = z.object({
  return_count: z.int(),
  data: z.array(z.object({ id: z.string(), created_at: z.string(), current: z.boolean() })),
});

const sessionsOf = async (token: string) => (await call(list, { method: 'GET', token })).body;

describe('GET /account/sessions', () => {
  it('lists the sessions, newest first, and says which is the current one', async () => {
    const userAgent =
      'Mozilla/5.0 (X11; Linux x86_64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/131.0.0.0 Safari/537.36';
    const token = await loggedIn(1, { userAgent });
    const session = (time: string, user_agent: string, current: boolean) => ({
      id: expect.stringMatching(/^[\w-]{16}$/),
      created_at: `2027-01-01T${time}Z`,
      expires_at: `2027-01-31T${time}Z`,
      user_agent,
      current,
    });
    expect(await sessionsOf(token)).toEqual({
      status: 'success',
      return_count: 2,
      data: [session('00:00:01.000', 'Chrome/131 Linux', true), session('00:00:00.000', 'test', false)],
    });
  });

  it('leaves out expired sessions', async () => {
    const token = await loggedIn(1);
    setVariable('TOKEN_LIFETIME_SECONDS', '2592000');
    const { token: kept } = (await call(refresh, { token })).body;
    vi.setSystemTime(START + 14 * 86_400_000);
    const renewed = String((await call(refresh, { token: kept })).body.token);
    // The first session has expired.
    vi.setSystemTime(START + 15 * 86_400_000);
    expect(await sessionsOf(renewed)).toMatchObject({ return_count: 1, data: [{ current: true }] });
  });

  it.each([
    [1_000, '2027-01-01T00:00:03.000Z'],
    [1, '2027-01-01T00:00:00.003Z'],
  ])('keeps the 30 newest, newest first, of sessions %d ms apart', async (apart, oldest) => {
    const { return_count, data } = listed.parse(await sessionsOf(await loggedIn(32, { apart })));
    expect([return_count, data.length]).toEqual([30, 30]);
    const starts = data.map(({ created_at }) => created_at);
    expect(starts).toEqual(starts.toSorted().reverse());
    expect([starts.at(-1), data[0]?.current]).toEqual([oldest, true]);
  });

  it('orders sessions of one millisecond by id, and a login ends the last of them', async () => {
    const ada = person();
    const before = listed.parse(await sessionsOf(await loggedIn(29, { apart: 0, fields: ada }))).data;
    const ids = before.map(({ id }) => id);
    expect(ids).toHaveLength(30);
    expect(ids).toEqual(ids.toSorted().reverse());
    const { body } = await call(login, { body: { username: ada.email, password: ada.password } });
    const { data } = listed.parse(await sessionsOf(String(body.token)));
    const others = data.filter(({ current }) => !current).map(({ id }) => id);
    expect(others).toEqual(ids.slice(0, -1));
  });
});
