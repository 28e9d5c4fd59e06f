import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { call, type Outcome } from '../../support/call.ts';
import { clientOf } from '../../support/client.ts';
import { type Member, newMember } from '../../support/mail.ts';
import { accessToken, endpoints, person } from '../../support/service.ts';

const WRONG = 'a wrong password';

let ada: Member;
beforeEach(async () => {
  ada = await newMember();
  // A second factor needs a verified address.
  await ada.verifyEmail({ token: ada.verification });
});
afterEach(() => {
  vi.useRealTimers();
});

const logIn = (password: unknown = ada.password, sourceIp = '192.0.2.1') =>
  call(endpoints.login.handler, { body: { username: ada.email, password }, sourceIp });
const newSession = async () => clientOf(String((await logIn()).body.token));

type Ask = (password: unknown, session?: ReturnType<typeof clientOf>) => Promise<Outcome>;

const asks = {
  changePassword: (password, session = ada) =>
    session.changePassword({ password, new_password: 'a fair new passphrase' }),
  changeEmail: (password, session = ada) => session.changeEmail({ password, email: person().email }),
  deleteAccount: (password, session = ada) => session.deleteAccount({ password }),
  createToken: (password, session = ada) => session.createToken(accessToken({ password })),
  createFactor: (password, session = ada) => session.createFactor({ password }),
} satisfies Record<string, Ask>;

/** Sends ten wrong passwords in a session, with one operation after another. */
async function failTenTimes(session: ReturnType<typeof clientOf> = ada): Promise<void> {
  const all = Object.values(asks);
  for (const ask of [...all, ...all]) expect((await ask(WRONG, session)).status).toBe(422);
}

describe.each(Object.entries(asks))('%s', (_, ask) => {
  it('answers 429 after ten wrong passwords in its session, also for the right one, until the window ends', async () => {
    vi.useFakeTimers({ toFake: ['Date'], now: Date.UTC(2027, 0, 1) });
    const session = await newSession();
    await failTenTimes(session);
    vi.setSystemTime(Date.now() + 899_000);
    for (const password of [WRONG, ada.password]) {
      const { status, headers } = await ask(password, session);
      expect([status, headers['retry-after']]).toEqual([429, '1']);
    }
    vi.setSystemTime(Date.now() + 1_000);
    expect((await ask(ada.password, session)).body.status).toBe('success');
  });

  it('is not affected by wrong passwords in another session, and neither is a login', async () => {
    const session = await newSession();
    await failTenTimes();
    expect((await logIn()).status).toBe(200);
    expect((await ask(ada.password, session)).body.status).toBe('success');
  });

  it('counts from the start after the right password', async () => {
    for (let tries = 0; tries < 9; tries += 1) expect((await asks.deleteAccount(WRONG)).status).toBe(422);
    expect((await asks.changeEmail(ada.password)).status).toBe(200);
    expect((await ask(WRONG)).status).toBe(422);
    expect((await ask(ada.password)).body.status).toBe('success');
  });

  it.each(['192.0.2.1', '198.51.100.1'])('is not kept out by failed logins from %s', async (network) => {
    for (let tries = 0; tries < 10; tries += 1) expect((await logIn(WRONG, network)).status).toBe(401);
    expect((await logIn(WRONG, network)).status).toBe(429);
    expect((await ask(WRONG)).status).toBe(422);
    expect((await ask(ada.password)).body.status).toBe('success');
  });
});

it('of 40 wrong passwords at once in a session, ten are compared', async () => {
  const outcomes = await Promise.all(Array.from({ length: 40 }, () => asks.deleteAccount(WRONG)));
  const statuses = outcomes.map(({ status }) => status).sort();
  expect(statuses).toEqual([...Array(10).fill(422), ...Array(30).fill(429)]);
});
