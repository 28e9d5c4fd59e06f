import { decodeJwt } from 'jose';
import { afterEach, expect, it, vi } from 'vitest';
import { playAll } from '../support/choices.ts';
import { clientOf, newClient } from '../support/client.ts';
import { interleave } from '../support/interleave.ts';
import { party } from '../support/service.ts';

afterEach(() => {
  vi.useRealTimers();
});

const DAY = 86_400_000;

it('a session lasts 30 days while its token is refreshed, which lasts one, and not a second longer', async () => {
  const start = Date.UTC(2027, 0, 1);
  vi.useFakeTimers({ toFake: ['Date'], now: start });
  let ada = await newClient();
  const { sid } = decodeJwt(ada.token);
  for (let day = 1; day < 30; day++) {
    vi.setSystemTime(start + day * DAY);
    expect((await ada.list()).status).toBe(401);
    ada = clientOf(String((await ada.refresh()).body.token));
    expect(decodeJwt(ada.token)['sid']).toBe(sid);
    expect((await ada.list()).status).toBe(200);
  }
  vi.setSystemTime(start + 30 * DAY - 1_000);
  const last = await ada.refresh();
  expect(last.status).toBe(200);
  expect(decodeJwt(String(last.body.token)).exp).toBe((start + 30 * DAY) / 1_000);
  vi.setSystemTime(start + 30 * DAY);
  expect([(await ada.refresh()).status, (await ada.list()).status]).toEqual([401, 401]);
});

it('the order of logout and call is all that decides', async () => {
  const plays = await playAll(async (choices) => {
    const ada = await newClient();
    const works = [() => ada.logout(), () => ada.create(party())];
    const played = await interleave(works, choices, { crashes: false });
    if (!played) return false;
    const { results, order } = played;
    expect(results[0]?.status).toBe(200);
    // The second request of the logout ends the session, the first of the call asks for it.
    const isBefore = order.indexOf(1) < order.lastIndexOf(0);
    expect(results[1]?.status).toBe(isBefore ? 201 : 401);
    expect((await ada.list()).status).toBe(401);
    return true;
  });
  expect(plays).toBe(2);
});
