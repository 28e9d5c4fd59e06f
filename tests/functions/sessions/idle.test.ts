import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { getAccount } from '../../../lib/accounts/repository.ts';
import { clientOf } from '../../support/client.ts';
import { takeRequests } from '../../support/database-requests.ts';
import { resetVariables, setVariable } from '../../support/environment.ts';
import { type Member, newMember } from '../../support/mail.ts';
import { accountIdOf } from '../../support/sharing.ts';

const DAY = 86_400_000;
/** The last second of a day. */
const START = Date.UTC(2027, 0, 2) - 1_000;

const setDay = (days: number, milliseconds = 0) => vi.setSystemTime(START + days * DAY + milliseconds);

let ada: Member;
beforeEach(async () => {
  vi.useFakeTimers({ toFake: ['Date'], now: START });
  setVariable('TOKEN_LIFETIME_SECONDS', String(30 * 86_400));
  ada = await newMember();
});
afterEach(() => {
  vi.useRealTimers();
  resetVariables();
});

const logIn = () => ada.login({ username: ada.email, password: ada.password });
const status = async () => (await ada.list()).status;
const statusOfRefresh = async () => (await ada.refresh()).status;
const stored = async () => Object.values((await getAccount(accountIdOf(ada.token)))?.sessions ?? {});
/** The days of the last use. */
const days = async () => (await stored()).map(({ d }) => d).sort();
const today = Math.floor(START / DAY);

/** How many requests to the database a call makes. */
async function requestsOf(work: () => Promise<{ status: number }>) {
  takeRequests();
  expect((await work()).status).toBe(200);
  return takeRequests().counts;
}

it('a session whose token was not refreshed lives for 14 days, whatever other calls it made, and ends with the fourteenth', async () => {
  for (let day = 1; day <= 14; day += 1) {
    setDay(day);
    expect(await status()).toBe(200);
  }
  setDay(14, 1_000);
  expect([await status(), await statusOfRefresh()]).toEqual([401, 401]);
});

it('it is not in the list afterwards, and its place is free', async () => {
  setDay(1);
  await logIn();
  setDay(15);
  const { body } = await logIn();
  expect((await clientOf(String(body.token)).listSessions()).body.data).toHaveLength(2);
  expect(await stored()).toHaveLength(2);
});

it('refreshed on day 13, it lives for another 14 days, and no longer than 30 after its login', async () => {
  setDay(13);
  expect(await statusOfRefresh()).toBe(200);
  setDay(27);
  expect(await status()).toBe(200);
  setDay(28);
  expect(await status()).toBe(401);
  setDay(26);
  expect(await statusOfRefresh()).toBe(200);
  setDay(30, -1_000);
  expect(await status()).toBe(200);
  setDay(30);
  expect(await status()).toBe(401);
});

it('the day of its last use is that of the login, and then of the last refresh', async () => {
  expect(await days()).toEqual([today]);
  setDay(5);
  await logIn();
  expect(await days()).toEqual([today, today + 5]);
  setDay(6);
  await statusOfRefresh();
  expect(await days()).toEqual([today + 5, today + 6]);
});

it('it is written by one refresh a day, and by no other call', async () => {
  const refreshing = () => ada.refresh();
  expect(await requestsOf(refreshing)).toEqual({ reads: 2, writes: 0 });
  setDay(0, 1_000);
  expect(await requestsOf(refreshing)).toEqual({ reads: 2, writes: 1 });
  setDay(1);
  expect(await requestsOf(refreshing)).toEqual({ reads: 2, writes: 0 });
  setDay(5);
  expect(await requestsOf(() => ada.listSessions())).toMatchObject({ writes: 0 });
  expect((await ada.updateAccount({ first_name: 'Grace' })).status).toBe(200);
  expect(await days()).toEqual([today + 1]);
});
