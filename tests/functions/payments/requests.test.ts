import { expect, it } from 'vitest';
import { type Client, newClient } from '../../support/client.ts';
import { takeRequests } from '../../support/database-requests.ts';
import { deposit } from '../../support/service.ts';
import { share } from '../../support/sharing.ts';

/** How many requests a call sends. */
async function requestsOf(call: () => Promise<{ status: number }>, expected = 200) {
  takeRequests();
  expect((await call()).status).toBe(expected);
  const { names, counts } = takeRequests();
  const countOf = (name: string) => names.filter((other) => other === name).length;
  const [queries, gets, updates] = ['QueryCommand', 'GetItemCommand', 'UpdateItemCommand'].map(countOf);
  return { kinds: [queries, gets, updates], counts };
}

/** An account with two own events and one of another account that have due dates, and one of each that has none. */
async function newMember() {
  const [owner, ada] = [await newClient(), await newClient()];
  const due = { due_date: '2027-01-01' };
  const dueEventOf = async (by: Client) => by.newBudget(await by.newEvent(), due);
  await dueEventOf(ada);
  const budget = await dueEventOf(ada);
  await ada.newBudget(await ada.newEvent());
  const shared = { id: (await dueEventOf(owner)).event_id };
  for (const event of [shared, await owner.newEvent()]) await share(owner.token, event, ada.token, 'viewer');
  return { ada, budget, shared };
}

it('GET /payments reads only events that have due dates, and with an event_id only that event', async () => {
  const { ada, budget, shared } = await newMember();
  const kindsOf = async (query = {}) => (await requestsOf(() => ada.listPayments(query))).kinds;
  // Queries: the list and the two shared heads. Others: the session, the owner's name and three events.
  expect(await kindsOf()).toEqual([3, 5, 1]);
  // The session, the head and the event.
  expect(await kindsOf({ event_id: budget.event_id })).toEqual([1, 2, 0]);
  // The pointer as well, and the owner's name.
  expect(await kindsOf({ event_id: shared.id })).toEqual([2, 3, 0]);
  await ada.updateBudget(budget, { due_date: null });
  expect(await kindsOf()).toEqual([3, 4, 1]);
  expect(await kindsOf({ event_id: budget.event_id })).toEqual([1, 1, 0]);
});

it('GET /summary reads no budgets', async () => {
  const { ada } = await newMember();
  expect((await requestsOf(() => ada.viewSummary())).kinds).toEqual([3, 2, 0]);
});

it('a write of a budget or payment is a read of the session, one of the event, and a write', async () => {
  const ada = await newClient();
  const budget = await ada.newBudget(await ada.newEvent(), { spent: 0 });
  const payment = await ada.newPayment(budget);
  const create = (headers = {}) => ada.createPayment(budget, deposit(), headers);
  const countsOf = async (...call: Parameters<typeof requestsOf>) => (await requestsOf(...call)).counts;
  const write = { reads: 2, writes: 1 };
  expect(await countsOf(create, 201)).toEqual(write);
  expect(await countsOf(() => create({ 'idempotency-key': 'a-key' }), 201)).toEqual({ reads: 3, writes: 1 });
  expect(await countsOf(() => ada.updatePayment(payment, { paid_on: '2027-01-01' }))).toEqual(write);
  const headers = { prefer: 'return=representation' };
  expect(await countsOf(() => ada.deletePayment(payment, undefined, headers))).toEqual(write);
  const body = { name: 'Hall', amount: 7, spent: 0 };
  expect(await countsOf(() => ada.updateBudget(budget, body))).toEqual(write);
  expect(await countsOf(() => ada.updateBudget(budget, { spent: 7 }), 422)).toEqual({ reads: 2, writes: 0 });
});
