import { decodeJwt } from 'jose';
import { afterEach, expect, it, vi } from 'vitest';
import { call } from '../support/call.ts';
import { playAll } from '../support/choices.ts';
import { interleave } from '../support/interleave.ts';
import { allEvents, endpoints, newToken, party } from '../support/service.ts';

afterEach(() => {
  vi.useRealTimers();
});

const DAY = 86_400_000;

const { logout, refresh, endSession } = endpoints;
const sessionOf = (token: string) => String(decodeJwt(token)['sid']);

it('a session lasts 30 days while its token is refreshed, which lasts one, and not a second longer', async () => {
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
  const ada = await newToken();
  const stranger = await newToken();
  await call(logout.handler, { token: ada, body: { everywhere: true } });
  const path = { id: sessionOf(stranger) };
  const other = await newToken();
  expect((await call(endSession.handler, { token: other, path })).status).toBe(404);
  expect(await allEvents(stranger)).toEqual([]);
});
