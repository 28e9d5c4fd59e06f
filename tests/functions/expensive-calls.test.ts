import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { Update } from '../../lib/dynamodb/changes.ts';
import { exists } from '../../lib/dynamodb/conditions.ts';
import { accountKey } from '../../lib/dynamodb/keys.ts';
import { send } from '../../lib/dynamodb/send.ts';
import { askFor, newCalendar } from '../support/calendar.ts';
import { call } from '../support/call.ts';
import { takeRequests } from '../support/database-requests.ts';
import { resetVariables, setVariable } from '../support/environment.ts';
import type { GatewayRequest } from '../support/gateway.ts';
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
  const calendar = await newCalendar(session);
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
      calendar: async (headers: Record<string, string> = {}) => {
        const { statusCode: status, ...rest } = await askFor(calendar, { headers });
        return { status, ...rest };
      },
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
  'calendar',
];

async function useUp(call: () => Promise<{ status: number }>): Promise<void> {
  for (let n = 0; n < LIMIT; n += 1) expect((await call()).status).toBe(200);
}

describe.each(KINDS)('%s', (kind) => {
  it('is refused above the limit, and allowed again after a minute', async () => {
    const { calls } = await planner();
    await useUp(calls[kind]);
    const { status, headers } = await calls[kind]();
    expect([status, headers['retry-after']]).toEqual([429, '60']);
    vi.setSystemTime(Date.now() + 60_000);
    expect((await calls[kind]()).status).toBe(200);
  });

  it('counts together with the others, and not for another account', async () => {
    const [one, other] = [await planner(), await planner()];
    await useUp(one.calls[kind]);
    for (const each of KINDS) expect((await one.calls[each]()).status).toBe(429);
    await useUp(other.calls[kind]);
  });
});

it('a call above the limit reads no events', async () => {
  const { calls } = await planner();
  await useUp(calls.payments);
  takeRequests();
  expect((await calls.payments()).status).toBe(429);
  expect(takeRequests().counts).toEqual({ reads: 1, writes: 1 });
});

it('a calendar that has not changed, a history without a budget, and the payments of an event are not counted', async () => {
  const { calls, history } = await planner();
  const { headers } = await calls.calendar();
  for (let n = 0; n < LIMIT; n += 1) {
    expect((await calls.calendar({ 'if-none-match': String(headers['etag']) })).status).toBe(304);
    expect((await history()).status).toBe(200);
    expect((await calls.payments({ event_id: '1' })).status).toBe(200);
  }
  for (let n = 1; n < LIMIT; n += 1) expect((await calls.payments()).status).toBe(200);
  expect((await calls.payments()).status).toBe(429);
});

it('neither is a call that is refused before it begins', async () => {
  const { session, calls } = await planner();
  const before = await tableContent();
  expect((await calls.payments({ limit: '0' })).status).toBe(422);
  expect(await tableContent()).toEqual(before);
  const account = new Update(accountKey(accountIdOf(session))).require(exists(['PK']));
  await send(account.set(['blocked'], true));
  const blocked = await tableContent();
  for (const kind of KINDS) expect((await calls[kind]()).status).toBe(kind === 'calendar' ? 404 : 403);
  expect(await tableContent()).toEqual(blocked);
});
