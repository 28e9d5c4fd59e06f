import { decodeJwt } from 'jose';
import { afterAll, beforeEach, describe, expect, it, vi } from 'vitest';
import { call, type Outcome } from '../../support/call.ts';
import { startFaultProxy } from '../../support/fault-proxy.ts';
import { endpoints, person } from '../../support/service.ts';

vi.hoisted(() => {
  process.env['DATABASE_TIMEOUT_MS'] = '1000';
});

const proxy = await startFaultProxy(String(process.env['AWS_ENDPOINT_URL_DYNAMODB']));
process.env['AWS_ENDPOINT_URL_DYNAMODB'] = proxy.endpoint;
afterAll(proxy.stop);

/** Runs between the two attempts of the next update of an account, the first of which is never executed. */
let between: (() => Promise<Outcome>) | undefined;
let other: Promise<Outcome> | undefined;
const lane = proxy.disturb(() => {
  const run = between;
  between = undefined;
  if (!run) return undefined;
  other = run();
  return { kind: 'delay', degree: 99 };
});
lane.add('AND attribute_not_exists');

const { signup, login, logout, endSession, updateAccount, changePassword, viewAccount } = endpoints;
const sessionOf = (token: string) => String(decodeJwt(token)['sid']);
const isAlive = async (token: string) =>
  (await call(viewAccount.handler, { method: 'GET', token })).status === 200;

let ada: ReturnType<typeof person>;
let one = '';
let two = '';
beforeEach(async () => {
  ada = person();
  one = String((await call(signup.handler, { body: ada })).body.token);
  const credentials = { username: ada.email, password: ada.password };
  two = String((await call(login.handler, { body: credentials })).body.token);
});

const endOne = () => call(endSession.handler, { token: two, path: { id: sessionOf(one) } });

async function interrupted(by: () => Promise<Outcome>, work: () => Promise<Outcome>): Promise<number> {
  between = by;
  const { status } = await work();
  expect((await other)?.status).toBe(200);
  return status;
}

describe('a retried write whose session was ended before the retry', () => {
  it('answers 503 to a logout everywhere, because other sessions live', async () => {
    const everywhere = () => call(logout.handler, { token: one, body: { everywhere: true } });
    expect(await interrupted(endOne, everywhere)).toBe(503);
    expect((await everywhere()).status).toBe(401);
    expect(await isAlive(two)).toBe(true);
  });

  it('answers 503 to an update, because it may have been done', async () => {
    const update = () => call(updateAccount.handler, { token: one, body: { first_name: 'Grace' } });
    expect(await interrupted(endOne, update)).toBe(503);
    expect((await update()).status).toBe(401);
  });

  it('answers 401 to a change of the password, which was not done', async () => {
    const body = { password: ada.password, new_password: 'a fair new passphrase' };
    const change = () => call(changePassword.handler, { token: one, body });
    expect(await interrupted(endOne, change)).toBe(401);
    const credentials = { username: ada.email, password: ada.password };
    expect((await call(login.handler, { body: credentials })).status).toBe(200);
  });

  it('answers 200 to a logout, because it has ended', async () => {
    expect(await interrupted(endOne, () => call(logout.handler, { token: one }))).toBe(200);
    expect([await isAlive(one), await isAlive(two)]).toEqual([false, true]);
  });
});

it('a retried change of the password answers 503 if another one was faster, because it may have been done before', async () => {
  const change = (new_password: string) =>
    call(changePassword.handler, { token: one, body: { password: ada.password, new_password } });
  const status = await interrupted(
    () => change('another new passphrase'),
    () => change('a fair new passphrase'),
  );
  expect(status).toBe(503);
  const credentials = { username: ada.email, password: 'another new passphrase' };
  expect((await call(login.handler, { body: credentials })).status).toBe(200);
});
