import { afterEach, expect, it, vi } from 'vitest';
import { exists, Update } from '../../lib/dynamodb/changes.ts';
import { accountKey } from '../../lib/dynamodb/keys.ts';
import { send } from '../../lib/dynamodb/send.ts';
import { call } from '../support/call.ts';
import { takeRequests } from '../support/database-requests.ts';
import { gateToDatabase } from '../support/gate.ts';
import { endpoints, newEvent, party, person } from '../support/service.ts';
import { accountIdOf, newVerified } from '../support/sharing.ts';

const { login, logout, list, update, refresh } = endpoints;
const { password } = person();
const CHECK = { reads: 1, writes: 0 };
const CHECK_AND_WORK = { reads: 2, writes: 0 };

const database = await gateToDatabase();

afterEach(() => {
  vi.useRealTimers();
});

const accountOf = (token: string) => new Update(accountKey(accountIdOf(token))).require(exists(['PK']));
const block = (token: string) => send(accountOf(token).set(['blocked'], true));
const unblock = (token: string) => send(accountOf(token).remove(['blocked']));

/** An account with a session that has ended, and another that lives. */
async function loggedOut() {
  const { email, token: ended } = await newVerified();
  const { body } = await call(login.handler, { body: { username: email, password } });
  await call(logout.handler, { token: ended });
  return { ended, living: String(body.token) };
}

/** Lists the events of an account. Returns the status, and what was asked of the database. */
async function listed(token: string) {
  takeRequests();
  const { status } = await call(list.handler, { method: 'GET', token });
  return { status, counts: takeRequests().counts };
}

it.each([
  [
    'blocked account',
    403,
    async () => {
      const { token } = await newVerified();
      await block(token);
      return token;
    },
  ],
  ['session that has ended', 401, async () => (await loggedOut()).ended],
])('24 calls of a %s: the first one alone reads more than the account', async (_, status, made) => {
  const token = await made();
  expect(await listed(token)).toEqual({ status, counts: CHECK_AND_WORK });
  for (let n = 1; n < 24; n += 1) expect(await listed(token)).toEqual({ status, counts: CHECK });
});

it('the other tokens of a blocked account read nothing more either, nor do other endpoints', async () => {
  const { email, token } = await newVerified();
  const path = await newEvent(token);
  const others = [String((await call(refresh.handler, { token })).body.token)];
  await block(token);
  await listed(token);
  others.push(String((await call(login.handler, { body: { username: email, password } })).body.token));
  for (const other of others) expect(await listed(other)).toEqual({ status: 403, counts: CHECK });
  takeRequests();
  expect((await call(update.handler, { token, path, body: party() })).status).toBe(403);
  expect((await call(refresh.handler, { token })).status).toBe(403);
  expect(takeRequests().counts).toEqual({ reads: 2, writes: 0 });
});

it('an account that is unblocked can call at once, also by an older token', async () => {
  const { token } = await newVerified();
  await block(token);
  expect((await listed(token)).status).toBe(403);
  await unblock(token);
  expect(await listed(token)).toEqual({ status: 200, counts: CHECK_AND_WORK });
});

it('the living session of an account of which another has ended can call, and so can other accounts', async () => {
  const { ended, living } = await loggedOut();
  expect((await listed(ended)).status).toBe(401);
  expect((await listed(living)).status).toBe(200);
  expect((await listed((await newVerified()).token)).status).toBe(200);
});

it('an account is remembered for a minute', async () => {
  vi.useFakeTimers({ toFake: ['Date'] });
  const { token } = await newVerified();
  await block(token);
  await listed(token);
  vi.setSystemTime(Date.now() + 59_999);
  expect((await listed(token)).counts).toEqual(CHECK);
  vi.setSystemTime(Date.now() + 60_000);
  expect((await listed(token)).counts).toEqual(CHECK_AND_WORK);
});

it('an account that could not be checked is not remembered', async () => {
  const { token } = await newVerified();
  database.before = ({ operation }) => operation === 'GetItem' && 'lose';
  expect((await listed(token)).status).toBe(503);
  database.open();
  expect(await listed(token)).toEqual({ status: 200, counts: CHECK_AND_WORK });
});
