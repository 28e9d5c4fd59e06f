import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { handler as login } from '../../../functions/auth/login.ts';
import { handler as signup } from '../../../functions/auth/signup.ts';
import { call, type Outcome } from '../../support/call.ts';
import { person } from '../../support/service.ts';

const START = Date.UTC(2027, 0, 1);
const WRONG = 'a wrong password';
const LOCKED = '{"status":"error","message":"Login Failed. retry"}';

beforeEach(() => vi.useFakeTimers({ toFake: ['Date'], now: START }));
afterEach(() => vi.useRealTimers());

async function registered() {
  const ada = person();
  await call(signup, { body: ada });
  return { username: ada.email, password: ada.password };
}

const unregistered = async () => ({ username: person().email, password: 'correct horse battery' });

async function fail(username: string, times: number): Promise<Outcome[]> {
  const outcomes: Outcome[] = [];
  for (let tries = 0; tries < times; tries++) {
    outcomes.push(await call(login, { body: { username, password: WRONG } }));
  }
  return outcomes;
}

const statuses = (outcomes: Outcome[]) => outcomes.map(({ status }) => status);

describe.each([
  ['a registered e-mail', registered],
  ['an unknown e-mail', unregistered],
])('after 10 failed logins to %s', (_, account) => {
  it('further ones answer 429 until the window ends', async () => {
    const { username, password } = await account();
    expect(statuses(await fail(username, 10))).toEqual(Array(10).fill(401));
    vi.setSystemTime(START + 600_000);
    for (const tried of [WRONG, password]) {
      const { status, headers, text } = await call(login, { body: { username, password: tried } });
      expect([status, text]).toEqual([429, LOCKED]);
      expect(headers['retry-after']).toBe('300');
    }
  });

  it('the window ends after 15 minutes, and not a second earlier', async () => {
    const { username } = await account();
    await fail(username, 10);
    vi.setSystemTime(START + 899_000);
    expect(statuses(await fail(username, 1))).toEqual([429]);
    vi.setSystemTime(START + 900_000);
    expect(statuses(await fail(username, 11))).toEqual([...Array(10).fill(401), 429]);
  });

  it('exactly 10 of 40 concurrent ones are compared', async () => {
    const { username } = await account();
    const outcomes = await Promise.all(Array.from({ length: 40 }, () => fail(username, 1)));
    expect(statuses(outcomes.flat()).sort()).toEqual([...Array(10).fill(401), ...Array(30).fill(429)]);
  });
});

describe('failed logins', () => {
  it('are reset by a successful login', async () => {
    const { username, password } = await registered();
    await fail(username, 9);
    expect((await call(login, { body: { username, password } })).status).toBe(200);
    expect(statuses(await fail(username, 11))).toEqual([...Array(10).fill(401), 429]);
  });

  it('do not block the right password after the window has ended', async () => {
    const { username, password } = await registered();
    await fail(username, 11);
    vi.setSystemTime(START + 900_000);
    expect((await call(login, { body: { username, password } })).status).toBe(200);
  });

  it('are counted per e-mail address, ignoring case', async () => {
    const { username } = await registered();
    await fail(username.toUpperCase(), 5);
    await fail(` ${username}`, 5);
    expect(statuses(await fail(username, 1))).toEqual([429]);
  });

  it('do not prevent signup of an unknown e-mail, but still count after it', async () => {
    const { username, password } = await unregistered();
    await fail(username, 10);
    expect((await call(signup, { body: person({ email: username, password }) })).status).toBe(201);
    expect((await call(login, { body: { username, password } })).status).toBe(429);
    vi.setSystemTime(START + 900_000);
    expect((await call(login, { body: { username, password } })).status).toBe(200);
  });

  it('of one account do not affect another account', async () => {
    const [{ username }, other] = [await registered(), await registered()];
    await fail(username, 10);
    expect((await call(login, { body: other })).status).toBe(200);
  });
});
