import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { call, type Outcome } from '../../support/call.ts';
import { accessToken, endpoints, person } from '../../support/service.ts';

const { signup, login, changePassword, changeEmail, deleteAccount, createToken } = endpoints;

const HOME = '192.0.2.1';
const STRANGER = '198.51.100.1';
const WRONG = 'a wrong password';

let ada: ReturnType<typeof person>;
let token: string;
beforeEach(async () => {
  ada = person();
  token = String((await call(signup.handler, { body: ada })).body.token);
});
afterEach(() => {
  vi.useRealTimers();
});

const logIn = (password = ada.password, sourceIp = HOME) =>
  call(login.handler, { body: { username: ada.email, password }, sourceIp });

const asks = {
  'POST /account/change-password': (password, token) =>
    call(changePassword.handler, { token, body: { password, new_password: 'a fair new passphrase' } }),
  'POST /account/change-email': (password, token) =>
    call(changeEmail.handler, { token, body: { password, email: person().email } }),
  'POST /account/delete': (password, token) => call(deleteAccount.handler, { token, body: { password } }),
  'POST /account/tokens/create': (password, token) =>
    call(createToken.handler, { token, body: accessToken({ password }) }),
} satisfies Record<string, (password: string, token: string) => Promise<Outcome>>;

/** Sends ten wrong passwords in the session, with one operation after another. */
async function failTenTimes(): Promise<void> {
  const all = Object.values(asks);
  for (const ask of [...all, ...all, ...all].slice(0, 10)) expect((await ask(WRONG, token)).status).toBe(422);
}

describe.each(Object.entries(asks))('%s', (_, ask) => {
  it('answers 429 after ten wrong passwords in its session, also for the right one, until the window ends', async () => {
    vi.useFakeTimers({ toFake: ['Date'], now: Date.UTC(2027, 0, 1) });
    token = String((await logIn()).body.token);
    await failTenTimes();
    vi.setSystemTime(Date.now() + 899_000);
    for (const password of [WRONG, ada.password]) {
      const { status, headers } = await ask(password, token);
      expect([status, headers['retry-after']]).toEqual([429, '1']);
    }
    vi.setSystemTime(Date.now() + 1_000);
    expect((await ask(ada.password, token)).body.status).toBe('success');
  });

  it('is not affected by wrong passwords in another session, and neither is a login', async () => {
    const { body } = await logIn();
    await failTenTimes();
    expect((await logIn()).status).toBe(200);
    expect((await ask(ada.password, String(body.token))).body.status).toBe('success');
  });

  it('counts from the start after the right password', async () => {
    for (let tries = 0; tries < 9; tries += 1)
      expect((await asks['POST /account/delete'](WRONG, token)).status).toBe(422);
    expect((await asks['POST /account/change-email'](ada.password, token)).status).toBe(200);
    expect((await ask(WRONG, token)).status).toBe(422);
    expect((await ask(ada.password, token)).body.status).toBe('success');
  });

  it.each([
    ['the network of the session', HOME],
    ['another network', STRANGER],
  ])('is not kept out by failed logins from %s', async (_, network) => {
    for (let tries = 0; tries < 10; tries += 1) expect((await logIn(WRONG, network)).status).toBe(401);
    expect((await logIn(WRONG, network)).status).toBe(429);
    expect((await ask(WRONG, token)).status).toBe(422);
    expect((await ask(ada.password, token)).body.status).toBe('success');
  });
});

it('of 40 wrong passwords at once in a session, ten are compared', async () => {
  const ask = asks['POST /account/delete'];
  const outcomes = await Promise.all(Array.from({ length: 40 }, () => ask(WRONG, token)));
  const statuses = outcomes.map(({ status }) => status).sort();
  expect(statuses).toEqual([...Array(10).fill(422), ...Array(30).fill(429)]);
});
