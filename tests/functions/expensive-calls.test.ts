import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { exists, Update } from '../../lib/dynamodb/changes.ts';
import { accountKey } from '../../lib/dynamodb/keys.ts';
import { send } from '../../lib/dynamodb/send.ts';
import { askFor, newCalendar } from '../support/calendar.ts';
import { call } from '../support/call.ts';
import { takeRequests } from '../support/database-requests.ts';
import { resetVariables, setVariable } from '../support/environment.ts';
import type { GatewayRequest } from '../support/gateway.ts';
import { undo } from '../support/history.ts';
import { endpoints, newAccessToken, newBudget, newEvent, newToken } from '../support/service.ts';
import { accountIdOf } from '../support/sharing.ts';
import { tableContent } from '../support/table-content.ts';

const LIMIT = 3;
const { listPayments, listTrash, listHistory, exportAccount } = endpoints;

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
  const session = await newToken();
  const { token } = await newAccessToken(session, { access: 'read' });
  const { event_id, id: budget_id } = await newBudget(session, await newEvent(session));
  const by = (of: string, request: GatewayRequest = {}): GatewayRequest => ({
    ...{ method: 'GET', token: of },
    ...request,
  });
  const history = (query?: Record<string, string>) =>
    call(listHistory.handler, by(token, { path: { event_id }, ...(query && { query }) }));
  return {
    session,
    calls: {
      payments: (query?: Record<string, string>) =>
        call(listPayments.handler, by(session, { ...(query && { query }) })),
      'payments by an access token': () => call(listPayments.handler, by(token)),
      trash: () => call(listTrash.handler, by(session)),
      'history of a budget': () => history({ budget_id }),
      'deletions in a history': () => history({ change: 'deleted' }),
      export: () => call(exportAccount.handler, by(session)),
      'a rejected undo': () => undo(session, { id: event_id }, 99),
    },
    history,
  };
}
type Kind = keyof Awaited<ReturnType<typeof planner>>['calls'];
const KINDS: Kind[] = [
  'payments',
  'payments by an access token',
  'trash',
  'history of a budget',
  'deletions in a history',
  'export',
  'a rejected undo',
];

async function useUp(call: () => Promise<{ status: number }>, status = 200): Promise<void> {
  for (let n = 0; n < LIMIT; n += 1) expect((await call()).status).toBe(status);
}

describe.each(KINDS)('%s', (kind) => {
  const allowed = kind === 'a rejected undo' ? 404 : 200;

  it('is refused above the limit, and allowed again after a minute', async () => {
    const { calls } = await planner();
    await useUp(calls[kind], allowed);
    const { status, headers } = await calls[kind]();
    expect([status, headers['retry-after']]).toEqual([429, '60']);
    vi.setSystemTime(Date.now() + 60_000);
    expect((await calls[kind]()).status).toBe(allowed);
  });

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

  it('is refused above the limit, also if it has not changed, before it reads events', async () => {
    const ask = await subscribed((await planner()).session);
    const { headers } = await ask();
    const known = { 'if-none-match': String(headers['etag']) };
    for (let n = 1; n < LIMIT; n += 1) expect((await ask(known)).status).toBe(304);
    for (const sent of [known, {}]) {
      takeRequests();
      const refused = await ask(sent);
      expect([refused.status, refused.headers['retry-after']]).toEqual([429, '60']);
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
  const { calls, history } = await planner();
  for (let n = 0; n < LIMIT; n += 1) {
    expect((await history()).status).toBe(200);
    expect((await calls.payments({ event_id: '1' })).status).toBe(200);
  }
  await useUp(calls.payments);
  expect((await calls.payments()).status).toBe(429);
});

it('neither is a call that is refused before it begins', async () => {
  const { session, calls } = await planner();
  const calendar = await newCalendar(session);
  const before = await tableContent();
  expect((await calls.payments({ limit: '0' })).status).toBe(422);
  expect(await tableContent()).toEqual(before);
  const account = new Update(accountKey(accountIdOf(session))).require(exists(['PK']));
  await send(account.set(['blocked'], true));
  const blocked = await tableContent();
  for (const kind of KINDS) expect((await calls[kind]()).status).toBe(403);
  expect((await askFor(calendar)).statusCode).toBe(404);
  expect(await tableContent()).toEqual(blocked);
});
