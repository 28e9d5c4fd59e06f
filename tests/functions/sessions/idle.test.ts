import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { getAccount } from '../../../lib/accounts/repository.ts';
import { call } from '../../support/call.ts';
import { takeRequests } from '../../support/database-requests.ts';
import { resetVariables, setVariable } from '../../support/environment.ts';
import { endpoints, person } from '../../support/service.ts';
import { accountIdOf } from '../../support/sharing.ts';

const { signup, login, refresh, list, listSessions, updateAccount } = endpoints;

const DAY = 86_400_000;
/** The last second of a day. */
const START = Date.UTC(2027, 0, 2) - 1_000;

const setDay = (days: number, milliseconds = 0) => vi.setSystemTime(START + days * DAY + milliseconds);

let ada: ReturnType<typeof person>;
let token: string;
beforeEach(async () => {
  vi.useFakeTimers({ toFake: ['Date'], now: START });
  setVariable('TOKEN_LIFETIME_SECONDS', String(30 * 86_400));
  ada = person();
  token = String((await call(signup.handler, { body: ada })).body.token);
});
afterEach(() => {
  vi.useRealTimers();
  resetVariables();
});

const logIn = () => call(login.handler, { body: { username: ada.email, password: ada.password } });
const statusOf = async (token: string) => (await call(list.handler, { method: 'GET', token })).status;
const statusOfRefresh = async () => (await call(refresh.handler, { token })).status;
const storedSessions = async () => Object.values((await getAccount(accountIdOf(token)))?.sessions ?? {});

/** How many requests to the database a call makes. */
async function requestsOf(work: () => Promise<{ status: number }>) {
  takeRequests();
  expect((await work()).status).toBe(200);
  return takeRequests().counts;
}

describe('a session whose token was not refreshed', () => {
  it('lives for 14 days, and ends with the fourteenth', async () => {
    setDay(14);
    expect(await statusOf(token)).toBe(200);
    setDay(14, 1_000);
    expect([await statusOf(token), await statusOfRefresh()]).toEqual([401, 401]);
  });

  it('is not in the list afterwards, and its place is free', async () => {
    setDay(1);
    await logIn();
    setDay(15);
    const { body } = await logIn();
    const listed = await call(listSessions.handler, { method: 'GET', token: body.token });
    expect(listed.body.data).toHaveLength(2);
    expect(await storedSessions()).toHaveLength(2);
  });

  it('ends no sooner by other calls, and no later', async () => {
    for (let day = 1; day <= 14; day += 1) {
      setDay(day);
      expect(await statusOf(token)).toBe(200);
    }
    setDay(15);
    expect(await statusOf(token)).toBe(401);
  });
});

describe('a session whose token was refreshed on day 13', () => {
  beforeEach(async () => {
    setDay(13);
    expect(await statusOfRefresh()).toBe(200);
  });

  it('lives for another 14 days', async () => {
    setDay(27);
    expect(await statusOf(token)).toBe(200);
    setDay(28);
    expect(await statusOf(token)).toBe(401);
  });

  it('ends no later than 30 days after its login', async () => {
    setDay(26);
    expect(await statusOfRefresh()).toBe(200);
    setDay(30, -1_000);
    expect(await statusOf(token)).toBe(200);
    setDay(30);
    expect(await statusOf(token)).toBe(401);
  });
});

describe('the day of the last use', () => {
  const days = async () => (await storedSessions()).map(({ d }) => d);
  const today = Math.floor(START / DAY);

  it('is that of the login, and then of the last refresh', async () => {
    expect(await days()).toEqual([today]);
    setDay(5);
    await logIn();
    expect((await days()).sort()).toEqual([today, today + 5]);
    setDay(6);
    await statusOfRefresh();
    expect((await days()).sort()).toEqual([today + 5, today + 6]);
  });

  it('is written by one refresh a day', async () => {
    const refreshing = () => call(refresh.handler, { token });
    const reads = { reads: 2, writes: 0 };
    expect(await requestsOf(refreshing)).toEqual(reads);
    setDay(0, 1_000);
    expect(await requestsOf(refreshing)).toEqual({ reads: 2, writes: 1 });
    setDay(1);
    expect(await requestsOf(refreshing)).toEqual(reads);
  });

  it('is not written by other calls', async () => {
    setDay(5);
    const listing = () => call(listSessions.handler, { method: 'GET', token });
    expect(await requestsOf(listing)).toMatchObject({ writes: 0 });
    expect((await call(updateAccount.handler, { token, body: { first_name: 'Grace' } })).status).toBe(200);
    expect(await days()).toEqual([today]);
  });
});
