import { expect, it } from 'vitest';
import { call } from '../../support/call.ts';
import { takeRequests } from '../../support/database-requests.ts';
import { deposit, endpoints, newBudget, newEvent, newPayment, newToken } from '../../support/service.ts';
import { share } from '../../support/sharing.ts';

const { listPayments, viewSummary, updateBudget } = endpoints;

/** How many requests of each kind a call sends. */
async function requestsOf({ handler }: Pick<typeof listPayments, 'handler'>, token: string, query = {}) {
  takeRequests();
  expect((await call(handler, { method: 'GET', token, query })).status).toBe(200);
  const { names } = takeRequests();
  const countOf = (name: string) => names.filter((other) => other === name).length;
  const [queries, gets, counts] = ['QueryCommand', 'GetItemCommand', 'UpdateItemCommand'].map(countOf);
  return { queries, gets, counts };
}

/** An account with two own events and one of another account that have due dates, and one of each that has none. */
async function member() {
  const [owner, token] = [await newToken(), await newToken()];
  const due = { due_date: '2027-01-01' };
  await newBudget(token, await newEvent(token), due);
  const budget = await newBudget(token, await newEvent(token), due);
  await newBudget(token, await newEvent(token));
  const shared = await newEvent(owner);
  await newBudget(owner, shared, due);
  const sharedWithout = await newEvent(owner);
  for (const event of [shared, sharedWithout]) await share(owner, event, token, 'viewer');
  return { token, budget, shared };
}

it('GET /payments reads only events that have due dates', async () => {
  const { token, budget } = await member();
  // Queries: the list and the two shared heads. Others: the session, the owner's name and three events.
  expect(await requestsOf(listPayments, token)).toEqual({ queries: 3, gets: 5, counts: 1 });
  await call(updateBudget.handler, { token, path: budget, body: { due_date: null } });
  expect(await requestsOf(listPayments, token)).toEqual({ queries: 3, gets: 4, counts: 1 });
});

it('GET /payments with an event_id reads that event only', async () => {
  const { token, budget, shared } = await member();
  // The session, the head and the event.
  const own = { event_id: budget.event_id };
  expect(await requestsOf(listPayments, token, own)).toEqual({ queries: 1, gets: 2, counts: 0 });
  // The pointer as well, and the owner's name.
  const others = { event_id: shared.id };
  expect(await requestsOf(listPayments, token, others)).toEqual({ queries: 2, gets: 3, counts: 0 });
  await call(updateBudget.handler, { token, path: budget, body: { due_date: null } });
  expect(await requestsOf(listPayments, token, own)).toEqual({ queries: 1, gets: 1, counts: 0 });
});

/** How many requests a call sends. */
async function sentBy(outcome: () => Promise<{ status: number }>, expected = 200) {
  takeRequests();
  expect((await outcome()).status).toBe(expected);
  return takeRequests().counts;
}

it('a write of a budget or payment is a read of the session, one of the event, and a write', async () => {
  const token = await newToken();
  const budget = await newBudget(token, await newEvent(token), { spent: 0 });
  const { id } = await newPayment(token, budget);
  const path = { event_id: budget.event_id, budget_id: budget.id, id };
  const { createPayment, updatePayment, deletePayment } = endpoints;
  const create = (headers = {}) =>
    sentBy(() => call(createPayment.handler, { token, path, headers, body: deposit() }), 201);
  const write = { reads: 2, writes: 1 };
  expect(await create()).toEqual(write);
  const key = { 'idempotency-key': 'a-key' };
  expect(await create(key)).toEqual({ reads: 3, writes: 1 });
  const body = { paid_on: '2027-01-01' };
  expect(await sentBy(() => call(updatePayment.handler, { token, path, body }))).toEqual(write);
  const headers = { prefer: 'return=representation' };
  expect(await sentBy(() => call(deletePayment.handler, { token, path, headers }))).toEqual(write);
  const change = (body: object) => () => call(updateBudget.handler, { token, path: budget, body });
  expect(await sentBy(change({ name: 'Hall', amount: 7, spent: 0 }))).toEqual(write);
  expect(await sentBy(change({ spent: 7 }), 422)).toEqual({ reads: 2, writes: 0 });
});

it('GET /summary reads no budgets', async () => {
  const { token } = await member();
  expect(await requestsOf(viewSummary, token)).toEqual({ queries: 3, gets: 2, counts: 0 });
});
