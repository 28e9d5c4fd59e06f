import { afterEach, expect, it, vi } from 'vitest';
import { exists, Update } from '../../lib/dynamodb/changes.ts';
import { accountKey } from '../../lib/dynamodb/keys.ts';
import { send } from '../../lib/dynamodb/send.ts';
import { clientOf, newVerifiedClient } from '../support/client.ts';
import { takeRequests } from '../support/database-requests.ts';
import { gateToDatabase } from '../support/proxied-database.ts';
import { party } from '../support/service.ts';
import { accountIdOf } from '../support/sharing.ts';

const CHECK = { reads: 1, writes: 0 };
const CHECK_AND_WORK = { reads: 2, writes: 0 };

const database = await gateToDatabase();

afterEach(() => {
  vi.useRealTimers();
});

const accountOf = (token: string) => new Update(accountKey(accountIdOf(token))).require(exists(['PK']));
const block = (token: string) => send(accountOf(token).set(['blocked'], true));
const unblock = (token: string) => send(accountOf(token).remove(['blocked']));

async function newBlocked() {
  const ada = await newVerifiedClient();
  await block(ada.token);
  return ada;
}

const logIn = async ({ login, email: username, password }: Awaited<ReturnType<typeof newVerifiedClient>>) =>
  String((await login({ username, password })).body.token);

/** The tokens of an account's session that has ended, and of another that lives. */
async function loggedOut() {
  const ada = await newVerifiedClient();
  const living = await logIn(ada);
  await ada.logout();
  return { ended: ada.token, living };
}

/** Lists the events of an account. Returns the status, and what was asked of the database. */
async function listed(token: string) {
  takeRequests();
  const { status } = await clientOf(token).list();
  return { status, counts: takeRequests().counts };
}

it.each([
  ['blocked account', 403, async () => (await newBlocked()).token],
  ['session that has ended', 401, async () => (await loggedOut()).ended],
])('24 calls of a %s: the first one alone reads more than the account', async (_, status, made) => {
  const token = await made();
  expect(await listed(token)).toEqual({ status, counts: CHECK_AND_WORK });
  for (let n = 1; n < 24; n += 1) expect(await listed(token)).toEqual({ status, counts: CHECK });
});

it('the other tokens of a blocked account read nothing more either, nor do other endpoints', async () => {
  const ada = await newVerifiedClient();
  const event = await ada.newEvent();
  const others = [String((await ada.refresh()).body.token)];
  await block(ada.token);
  await listed(ada.token);
  others.push(await logIn(ada));
  for (const other of others) expect(await listed(other)).toEqual({ status: 403, counts: CHECK });
  takeRequests();
  expect([(await ada.update(event, party())).status, (await ada.refresh()).status]).toEqual([403, 403]);
  expect(takeRequests().counts).toEqual({ reads: 2, writes: 0 });
});

it('an account that is unblocked can call at once, also by an older token', async () => {
  const { token } = await newBlocked();
  expect((await listed(token)).status).toBe(403);
  await unblock(token);
  expect(await listed(token)).toEqual({ status: 200, counts: CHECK_AND_WORK });
});

it('the living session of an account of which another has ended can call, and so can other accounts', async () => {
  const { ended, living } = await loggedOut();
  expect((await listed(ended)).status).toBe(401);
  for (const token of [living, (await newVerifiedClient()).token])
    expect((await listed(token)).status).toBe(200);
});

it('an account is remembered for a minute', async () => {
  vi.useFakeTimers({ toFake: ['Date'] });
  const { token } = await newBlocked();
  await listed(token);
  vi.setSystemTime(Date.now() + 59_999);
  expect((await listed(token)).counts).toEqual(CHECK);
  vi.setSystemTime(Date.now() + 60_000);
  expect((await listed(token)).counts).toEqual(CHECK_AND_WORK);
});

it('an account that could not be checked is not remembered', async () => {
  const { token } = await newVerifiedClient();
  database.before = ({ operation }) => operation === 'GetItem' && 'lose';
  expect((await listed(token)).status).toBe(503);
  database.open();
  expect(await listed(token)).toEqual({ status: 200, counts: CHECK_AND_WORK });
});
