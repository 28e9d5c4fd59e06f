import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { call } from '../../support/call.ts';
import { clientOf, nobody } from '../../support/client.ts';
import { resetVariables, setVariable } from '../../support/environment.ts';
import { countFailedLogins, MAX_FAILED_LOGINS } from '../../support/person.ts';
import { IS_FULL, scaled } from '../../support/scale.ts';
import { endpoints, person } from '../../support/service.ts';

const START = Date.UTC(2027, 0, 1);
const WRONG = 'a wrong password';

/** The body of a login that is rejected for so long. */
const lockedFor = (wait: string, minutes: number) =>
  JSON.stringify({
    status: 'error',
    message: 'Login Failed. retry',
    errors: [{ field: 'request', code: 'too_many', message: `Try again in ${wait}.`, minutes }],
  });

beforeEach(() => vi.useFakeTimers({ toFake: ['Date'], now: START }));
afterEach(() => {
  vi.useRealTimers();
  resetVariables();
});

interface Known {
  username: string;
  password: string;
}

async function registered(): Promise<Known> {
  const ada = person();
  await nobody.signup(ada);
  return { username: ada.email, password: ada.password };
}
const unregistered = async (): Promise<Known> => ({ username: person().email, password: person().password });

const HOME = '192.0.2.1';
const STRANGER = '198.51.100.1';

const logIn = (body: Known, sourceIp = HOME, headers: Record<string, string> = {}) =>
  call(endpoints.login.handler, { body, sourceIp, headers });
const statusOf = async (body: Known, sourceIp = HOME) => (await logIn(body, sourceIp)).status;

/** The statuses of so many logins with a wrong password. */
async function fail(username: string, times: number, sourceIp = HOME): Promise<number[]> {
  const statuses: number[] = [];
  for (let tries = 0; tries < times; tries++)
    statuses.push(await statusOf({ username, password: WRONG }, sourceIp));
  return statuses;
}

describe.each([
  ['a registered e-mail', registered],
  ['an unknown e-mail', unregistered],
])('after 10 failed logins to %s', (_, account) => {
  it('further ones answer 429 until the window ends', async () => {
    const { username, password } = await account();
    expect(await fail(username, 10)).toEqual(Array(10).fill(401));
    vi.setSystemTime(START + 600_000);
    for (const tried of [WRONG, password]) {
      const { status, headers, text } = await logIn({ username, password: tried });
      expect([status, text]).toEqual([429, lockedFor('5 minutes', 5)]);
      expect(headers['retry-after']).toBe('300');
    }
  });

  it('the window ends after 15 minutes, and not a second earlier', async () => {
    const { username } = await account();
    await fail(username, 10);
    vi.setSystemTime(START + 899_000);
    expect(await fail(username, 1)).toEqual([429]);
    vi.setSystemTime(START + 900_000);
    expect(await fail(username, 11)).toEqual([...Array(10).fill(401), 429]);
  });
});

describe('failed logins to an e-mail address from one network', () => {
  it('are reset by a successful login', async () => {
    const { username, password } = await registered();
    await fail(username, 9);
    expect(await statusOf({ username, password })).toBe(200);
    expect(await fail(username, 11)).toEqual([...Array(10).fill(401), 429]);
  });

  it('are counted per e-mail address, ignoring case', async () => {
    const { username } = await registered();
    await fail(username.toUpperCase(), 5);
    await fail(` ${username}`, 5);
    expect(await fail(username, 1)).toEqual([429]);
  });

  it('do not prevent signup of an unknown e-mail, but still count after it', async () => {
    const { username, password } = await unregistered();
    await fail(username, 10);
    expect((await nobody.signup(person({ email: username, password }))).status).toBe(201);
    expect(await statusOf({ username, password })).toBe(429);
    vi.setSystemTime(START + 900_000);
    expect(await statusOf({ username, password })).toBe(200);
  });

  it('of one account do not affect another account', async () => {
    const [{ username }, other] = [await registered(), await registered()];
    await fail(username, 10);
    expect(await statusOf(other)).toBe(200);
  });

  it('do not keep the owner out of another network', async () => {
    const { username, password } = await registered();
    expect(await fail(username, 11, STRANGER)).toEqual([...Array(10).fill(401), 429]);
    const right = { username, password };
    expect(await statusOf(right, STRANGER)).toBe(429);
    expect(await statusOf(right)).toBe(200);
    // Nor does the owner's login clear the stranger's failures.
    expect(await fail(username, 1, STRANGER)).toEqual([429]);
  });

  it('are counted together for an IPv6 /64, and no header changes the network', async () => {
    const { username } = await registered();
    await fail(username, 10, '2001:db8:1:2::1');
    const headers = { 'x-forwarded-for': HOME, forwarded: `for=${HOME}` };
    const body = { username, password: WRONG };
    expect((await logIn(body, '2001:db8:1:2:ffff::1', headers)).status).toBe(429);
    expect(await statusOf(body, '2001:db8:1:3::1')).toBe(401);
  });
});

describe('successful logins', () => {
  it('never reach a limit one after the other', async () => {
    setVariable('LOGIN_LIMIT_PER_NETWORK', '15');
    const body = await registered();
    const sourceIp = '192.0.2.20';
    for (let logins = 0; logins < 30; logins++) {
      expect(await statusOf(body, sourceIp)).toBe(200);
    }
  });
});

describe('failed logins from one network', () => {
  // The default, or less where that takes too long.
  const LIMIT = scaled(100, 30);
  beforeEach(() => setVariable('LOGIN_LIMIT_PER_NETWORK', IS_FULL ? undefined : String(LIMIT)));

  const spray = (sourceIp: string, times: number, username = () => person().email) =>
    Promise.all(Array.from({ length: times }, () => fail(username(), 1, sourceIp)));

  it.each([
    ['over many e-mail addresses', '192.0.2.30', () => person().email],
    ['with usernames that are not e-mail addresses', '192.0.2.31', () => 'x'.repeat(3_000)],
  ])('%s stop exactly at the limit if they are concurrent', async (_, sourceIp, username) => {
    const outcomes = (await spray(sourceIp, LIMIT + 30, username)).flat();
    expect(outcomes.sort()).toEqual([...Array(LIMIT).fill(401), ...Array(30).fill(429)]);
  });

  it('stop that network and no other until the window ends', async () => {
    const body = await registered();
    const sourceIp = '192.0.2.32';
    await spray(sourceIp, LIMIT);
    vi.setSystemTime(START + 899_000);
    const { status, headers, text } = await logIn(body, sourceIp);
    expect([status, headers['retry-after'], text]).toEqual([429, '1', lockedFor('a minute', 1)]);
    expect(await statusOf(body, '192.0.2.33')).toBe(200);
    vi.setSystemTime(START + 900_000);
    expect(await statusOf(body, sourceIp)).toBe(200);
  });

  it('are not forgiven by a successful login', async () => {
    const body = await registered();
    const sourceIp = '192.0.2.34';
    await spray(sourceIp, LIMIT - 1);
    expect(await statusOf(body, sourceIp)).toBe(200);
    expect((await spray(sourceIp, 2)).flat().sort()).toEqual([401, 429]);
  });

  it('count only if the e-mail address has logins left', async () => {
    const sourceIp = '192.0.2.35';
    await fail(person().email, 10, sourceIp);
    const { username } = await unregistered();
    await fail(username, LIMIT, sourceIp);
    expect((await spray(sourceIp, LIMIT - 20)).flat()).toEqual(Array(LIMIT - 20).fill(401));
    expect((await spray(sourceIp, 1)).flat()).toEqual([429]);
  });
});

describe.each([
  ['a registered e-mail', registered],
  ['an unknown e-mail', unregistered],
])('failed logins to %s from many networks', (_, account) => {
  const LIMIT = 100;
  const networks = Array.from({ length: LIMIT / 10 }, (_, index) => `203.0.113.${index}`);
  const attack = (username: string) => Promise.all(networks.map((network) => fail(username, 10, network)));

  it('are limited to 100, until the window ends', async () => {
    const elsewhere = '192.0.2.40';
    const body = await account();
    expect((await attack(body.username)).flat()).toEqual(Array(LIMIT).fill(401));
    vi.setSystemTime(START + 899_000);
    const { status, headers, text } = await logIn(body, elsewhere);
    expect([status, headers['retry-after'], text]).toEqual([429, '1', lockedFor('a minute', 1)]);
    vi.setSystemTime(START + 900_000);
    expect(await fail(body.username, 1, elsewhere)).toEqual([401]);
  });
});

it('a successful login does not clear the failures from all networks', async () => {
  const body = await registered();
  await countFailedLogins(body.username, MAX_FAILED_LOGINS - 1);
  expect(await statusOf(body)).toBe(200);
  expect(await fail(body.username, 2, '198.51.100.2')).toEqual([401, 429]);
});

it('failed logins at once that reach the limit together are all 401', async () => {
  const { username } = await registered();
  await countFailedLogins(username, MAX_FAILED_LOGINS - 1);
  const outcomes = ['198.51.100.3', '198.51.100.4'].map((network) => fail(username, 1, network));
  expect((await Promise.all(outcomes)).flat()).toEqual([401, 401]);
});

describe('a stranger’s failures, as many as an e-mail address may have', () => {
  const attacked = async () => {
    const body = await registered();
    await countFailedLogins(body.username);
    return body;
  };

  it('do not keep out a network from which the account has a living session', async () => {
    const body = await attacked();
    expect(await statusOf(body)).toBe(200);
    expect(await statusOf(body, '192.0.2.41')).toBe(429);
  });

  it('do not keep it out after a rotation of keys, until the old key is removed', async () => {
    const body = await registered();
    const old = process.env['TOKEN_KEYS'];
    const fresh = 'n'.repeat(40);
    setVariable('TOKEN_KEYS', fresh);
    await countFailedLogins(body.username);
    expect(await statusOf(body)).toBe(429);
    setVariable('TOKEN_KEYS', `${fresh},${old}`);
    expect(await statusOf(body, '192.0.2.41')).toBe(429);
    expect(await statusOf(body)).toBe(200);
  });

  it('keep it out when that session has ended', async () => {
    const body = await attacked();
    const { body: signedIn } = await logIn(body);
    await clientOf(String(signedIn.token)).logout({ everywhere: true });
    expect(await statusOf(body)).toBe(429);
  });

  it('keep it out when that session has expired', async () => {
    const body = await attacked();
    vi.setSystemTime(START + 2_592_000_000);
    await countFailedLogins(body.username);
    expect(await statusOf(body)).toBe(429);
  });
});
