import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { exists, Update } from '../../lib/dynamodb/changes.ts';
import { accountKey } from '../../lib/dynamodb/keys.ts';
import { send } from '../../lib/dynamodb/send.ts';
import { askFor, newCalendar } from '../support/calendar.ts';
import { clientOf, newClient } from '../support/client.ts';
import { takeRequests } from '../support/database-requests.ts';
import { resetVariables, setVariable } from '../support/environment.ts';
import { newAccessToken } from '../support/service.ts';
import { accountIdOf } from '../support/sharing.ts';
import { tableContent } from '../support/table.ts';

const LIMIT = 3;

beforeEach(() => {
  vi.useFakeTimers({ toFake: ['Date'] });
  setVariable('EXPENSIVE_CALL_LIMIT', String(LIMIT));
});
afterEach(() => {
  vi.useRealTimers();
  resetVariables();
});

/** An account, and what makes each expensive call of it. */
async function planner() {
  const ada = await newClient();
  const program = clientOf((await newAccessToken(ada.token, { access: 'read' })).token);
  const { event_id, id: budget_id } = await ada.newBudget(await ada.newEvent());
  const history = (query?: object) => program.listHistory({ event_id }, query);
  return {
    session: ada.token,
    payments: ada.listPayments,
    history,
    calls: {
      payments: () => ada.listPayments(),
      'payments by an access token': () => program.listPayments(),
      trash: () => ada.listTrash(),
      'history of a budget': () => history({ budget_id }),
      'deletions in a history': () => history({ change: 'deleted' }),
      export: () => ada.exportAccount(),
      'a rejected undo': () => ada.undo({ event_id, version: '99' }),
    },
  };
}
const KINDS = [
  ...(['payments', 'payments by an access token', 'trash', 'history of a budget'] as const),
  ...(['deletions in a history', 'export', 'a rejected undo'] as const),
];

async function useUp(call: () => Promise<{ status: number }>, status = 200): Promise<void> {
  for (let n = 0; n < LIMIT; n += 1) expect((await call()).status).toBe(status);
}

describe.each(KINDS)('%s', (kind) => {
  const allowed = kind === 'a rejected undo' ? 404 : 200;

  it('counts together with the others, and not for another account', async () => {
    const [one, other] = [await planner(), await planner()];
    await useUp(one.calls[kind], allowed);
    for (const each of KINDS) expect((await one.calls[each]()).status).toBe(429);
    await useUp(other.calls[kind], allowed);
  });
});

it.each(['payments', 'a rejected undo'] as const)('%s above the limit reads no events', async (kind) => {
  const { calls } = await planner();
  await useUp(calls.payments);
  takeRequests();
  expect((await calls[kind]()).status).toBe(429);
  expect(takeRequests().counts).toEqual({ reads: 1, writes: 1 });
});

describe('a calendar', () => {
  const subscribed = async (session: string) => {
    const token = await newCalendar(session);
    return async (headers: Record<string, string> = {}) => {
      const { statusCode: status, ...rest } = await askFor(token, { headers });
      return { status, ...rest };
    };
  };

  it('is rejected above the limit, also if it has not changed, before it reads events', async () => {
    const ask = await subscribed((await planner()).session);
    const { headers } = await ask();
    const known = { 'if-none-match': String(headers['etag']) };
    for (let n = 1; n < LIMIT; n += 1) expect((await ask(known)).status).toBe(304);
    for (const sent of [known, {}]) {
      takeRequests();
      const rejected = await ask(sent);
      expect([rejected.status, rejected.headers['retry-after']]).toEqual([429, '60']);
      expect(takeRequests().counts).toEqual({ reads: 1, writes: 1 });
    }
    vi.setSystemTime(Date.now() + 60_000);
    expect((await ask(known)).status).toBe(304);
  });

  it('stops no other calendar and no other call of its account, and none of them stops it', async () => {
    const { session, calls } = await planner();
    const [one, other] = [await subscribed(session), await subscribed(session)];
    await useUp(one);
    expect((await one()).status).toBe(429);
    await useUp(calls.payments);
    expect((await calls.payments()).status).toBe(429);
    await useUp(other);
  });
});

it('a history without a budget, and the payments of an event are not counted', async () => {
  const { calls, history, payments } = await planner();
  for (let n = 0; n < LIMIT; n += 1) {
    expect((await history()).status).toBe(200);
    expect((await payments({ event_id: '1' })).status).toBe(200);
  }
  await useUp(calls.payments);
  expect((await calls.payments()).status).toBe(429);
});

it('neither is a call that is rejected before it begins', async () => {
  const { session, calls, payments } = await planner();
  const calendar = await newCalendar(session);
  const before = await tableContent();
  expect((await payments({ limit: '0' })).status).toBe(422);
  expect(await tableContent()).toEqual(before);
  const account = new Update(accountKey(accountIdOf(session))).require(exists(['PK']));
  await send(account.set(['blocked'], true));
  const blocked = await tableContent();
  for (const kind of KINDS) expect((await calls[kind]()).status).toBe(403);
  expect((await askFor(calendar)).statusCode).toBe(404);
  expect(await tableContent()).toEqual(blocked);
});
