import { decodeJwt } from 'jose';
import { afterEach, beforeAll, describe, expect, it, vi } from 'vitest';
import { storedToken } from '../support/account.ts';
import { call } from '../support/call.ts';
import { playAll } from '../support/choices.ts';
import { interleave } from '../support/interleave.ts';
import { UNAUTHORIZED } from '../support/refusals.ts';
import {
  allEvents,
  endpoints,
  newBudget,
  newEvent,
  newToken,
  party,
  person,
  type Tested,
} from '../support/service.ts';
import { tableContent } from '../support/table-content.ts';

afterEach(() => {
  vi.useRealTimers();
  vi.unstubAllEnvs();
});

const { signup, login, logout, refresh, changePassword, endSession } = endpoints;
const sessionOf = (token: string) => String(decodeJwt(token)['sid']);
const NEW = 'a fair new passphrase';

/** An account with an event and a budget, and the tokens of two of its sessions. */
async function accountWithSessions() {
  const ada = person();
  const { body } = await call(signup.handler, { body: ada });
  const credentials = { username: ada.email, password: ada.password };
  const other = await call(login.handler, { body: credentials });
  const [token, second] = [String(body.token), String(other.body.token)];
  const path = await newBudget(token, await newEvent(token));
  return { ada, token, second, path };
}

type Subject = Awaited<ReturnType<typeof accountWithSessions>>;

/** The ways in which the session of `token` may end. */
const endings: Record<string, (subject: Subject) => Promise<unknown>> = {
  'logged out': ({ token }) => call(logout.handler, { token }),
  'logged out everywhere by another session': ({ second }) =>
    call(logout.handler, { token: second, body: { everywhere: true } }),
  'ended by another session': ({ token, second }) =>
    call(endSession.handler, { token: second, path: { id: sessionOf(token) } }),
  'ended by a change of password': ({ ada, second }) =>
    call(changePassword.handler, { token: second, body: { password: ada.password, new_password: NEW } }),
  'replaced by 30 newer ones': async ({ ada }) => {
    const body = { username: ada.email, password: ada.password };
    for (let logins = 0; logins < 30; logins++) {
      // Of two that start in one millisecond, chance decides which counts as older.
      vi.useFakeTimers({ toFake: ['Date'], now: Date.now() + 1 });
      await call(login.handler, { body });
    }
  },
};

const OPEN = ['signup', 'login', 'forgotPassword', 'resetPassword', 'verifyEmail'];
const bearers = Object.entries<Tested>(endpoints).filter(([name]) => !OPEN.includes(name));

describe.each(Object.entries(endings))('a session that was %s', (_, end) => {
  let subject: Subject;
  beforeAll(async () => {
    subject = await accountWithSessions();
    await end(subject);
  });

  it.each(bearers)('%s answers 401 and changes nothing', async (name, { handler, method, body }) => {
    const { token, path, ada } = subject;
    const before = await tableContent();
    const { id, event_id } = path;
    const parameters =
      name === 'endSession'
        ? { id: sessionOf(token) }
        : { event_id, id: name.endsWith('Budget') ? id : event_id };
    const sent = name === 'changePassword' ? { password: ada.password, new_password: NEW } : body?.();
    const answer = await call(handler, { method, token, path: parameters, body: sent });
    expect([answer.status, answer.text]).toEqual([401, UNAUTHORIZED]);
    expect(answer.headers['www-authenticate']).toBe('Bearer');
    expect(await tableContent()).toEqual(before);
  });

  it.each(bearers)(
    '%s answers 401 before an invalid body or an unknown id',
    async (_, { handler, method }) => {
      const { token } = subject;
      const { status } = await call(handler, { method, token, path: { event_id: 'x', id: 'x' }, body: '{' });
      expect(status).toBe(401);
    },
  );
});

describe('a session that expires', () => {
  const DAY = 86_400_000;
  const later = (milliseconds: number) =>
    vi.useFakeTimers({ toFake: ['Date'], now: Date.now() + milliseconds });

  it('lasts 30 days while its token is refreshed, which lasts one, and not a second longer', async () => {
    const start = Date.UTC(2027, 0, 1);
    vi.useFakeTimers({ toFake: ['Date'], now: start });
    let token = await newToken();
    const first = sessionOf(token);
    for (let day = 1; day < 30; day++) {
      vi.setSystemTime(start + day * DAY);
      expect((await call(endpoints.list.handler, { method: 'GET', token })).status).toBe(401);
      token = String((await call(refresh.handler, { token })).body.token);
      expect(sessionOf(token)).toBe(first);
      expect((await call(endpoints.list.handler, { method: 'GET', token })).status).toBe(200);
    }
    vi.setSystemTime(start + 30 * DAY - 1_000);
    const last = await call(refresh.handler, { token });
    expect(last.status).toBe(200);
    expect(decodeJwt(String(last.body.token)).exp).toBe((start + 30 * DAY) / 1_000);
    vi.setSystemTime(start + 30 * DAY);
    expect((await call(refresh.handler, { token })).status).toBe(401);
    expect((await call(endpoints.list.handler, { method: 'GET', token })).status).toBe(401);
  });

  it.each(bearers)('%s answers 401 for a token that outlives it', async (_, { handler, method }) => {
    vi.stubEnv('SESSION_LIFETIME_SECONDS', '60');
    const token = await storedToken(crypto.randomUUID(), 3_600);
    later(61_000);
    const { status } = await call(handler, { method, token, path: { event_id: '1', id: '1' } });
    expect(status).toBe(401);
  });
});

it('the order of logout and call is all that decides', async () => {
  const plays = await playAll(async (choices) => {
    const token = await newToken();
    const works = [
      () => call(logout.handler, { token }),
      () => call(endpoints.create.handler, { token, body: party() }),
    ];
    const played = await interleave(works, choices, { crashes: false });
    if (!played) return false;
    const { results, order } = played;
    expect(results[0]?.status).toBe(200);
    // The second request of the logout ends the session, the first of the call asks for it.
    const isBefore = order.indexOf(1) < order.lastIndexOf(0);
    expect(results[1]?.status).toBe(isBefore ? 201 : 401);
    expect((await call(endpoints.list.handler, { method: 'GET', token })).status).toBe(401);
    return true;
  });
  expect(plays).toBe(2);
});

it('another account’s sessions are not affected', async () => {
  const { second } = await accountWithSessions();
  const stranger = await newToken();
  await call(logout.handler, { token: second, body: { everywhere: true } });
  const path = { id: sessionOf(stranger) };
  const other = await newToken();
  expect((await call(endSession.handler, { token: other, path })).status).toBe(404);
  expect(await allEvents(stranger)).toEqual([]);
});
