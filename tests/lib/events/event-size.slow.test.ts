import { beforeEach, expect, it } from 'vitest';
import { MAX_ITEM_BYTES, storedBytesOf } from '../../../lib/dynamodb/item-size.ts';
import { eventKey } from '../../../lib/dynamodb/keys.ts';
import { type Budget, type Payment, withPayments } from '../../../lib/events/budget.ts';
import { itemOf, newEvent } from '../../../lib/events/event.ts';
import { getEvent } from '../../../lib/events/repository.ts';
import { nextId } from '../../../lib/id.ts';
import { call } from '../../support/call.ts';
import { takeRequests } from '../../support/database-requests.ts';
import { putItem } from '../../support/put-items.ts';
import { endpoints, newToken } from '../../support/service.ts';
import { accountIdOf } from '../../support/sharing.ts';

let token: string;
let event_id: string;
beforeEach(async () => {
  token = await newToken();
});

/** One is for the session. */
const REQUESTS = ['GetItemCommand', 'GetItemCommand', 'UpdateItemCommand'];
const NOTE = 'x'.repeat(100);

const payment = (note = ''): Payment => ({
  ...{ id: nextId(), amount_cents: 50_000, due_date: '2027-03-01', paid_on: '2027-02-27' },
  note: note || undefined,
});

/** A budget per guest, with payments. */
const budgetWith = (payments: Payment[]): Budget => {
  const budget = {
    ...{ id: nextId(), name: 'Catering', category: 'Food', digits: 2 as const, amount_cents: 56_000 },
    ...{ unit_cents: 350, quantity: 2, per_guest: true, spent_cents: 0, version: 0 },
    payments: [],
  };
  return withPayments(budget, payments);
};

const budgets = (count: number, payments: number, note?: string) =>
  Array.from({ length: count }, () => budgetWith(Array.from({ length: payments }, () => payment(note))));

function itemWith(all: Budget[]) {
  const party = { name: 'Summer party', description: 'In the garden', event_date: '2027-07-04', guests: 80 };
  const event = newEvent(accountIdOf(token), party, all);
  const stored = itemOf(event, 'W_UsQmF9T82w');
  const key = eventKey({ ownerId: event.ownerId, eventId: event.id });
  const { head_id, head } = stored;
  const bytes = storedBytesOf({ ...stored, ...key }) + storedBytesOf({ ...key, head_id, head });
  return { key, stored, bytes, id: String(event.id) };
}

/** Stores an event of the caller with these budgets, and with as many other bytes. Returns its bytes. */
async function put(all: Budget[], padding = 0): Promise<number> {
  const { key, stored, bytes, id } = itemWith(all);
  await putItem(key, { ...stored, padding: 'x'.repeat(padding) });
  event_id = id;
  return bytes + padding;
}

const found = async () => {
  const event = await getEvent({ ownerId: accountIdOf(token), eventId: Number(event_id) });
  if (!event) throw new Error('There is no event');
  return event;
};

const pay = (budget_id: string, body: object) =>
  call(endpoints.createPayment.handler, { token, path: { event_id, budget_id }, body });

/** By what DynamoDB counts, which is more than what the emulators count. */
it.each([
  { payments: 24, note: '', fit: 310 },
  { payments: 24, note: NOTE, fit: 100 },
  { payments: 10, note: '', fit: 500 },
  { payments: 10, note: NOTE, fit: 240 },
])('$fit budgets with $payments paid payments each fit into an event, with the note "$note"', (each) => {
  const { payments, note, fit } = each;
  expect(itemWith(budgets(fit, payments, note)).bytes).toBeLessThan(MAX_ITEM_BYTES);
  if (fit < 500) expect(itemWith(budgets(fit + 20, payments, note)).bytes).toBeGreaterThan(MAX_ITEM_BYTES);
});

it('a payment that is too much for an event of 400 KB is 409, and others can be changed', async () => {
  const [budget] = budgets(1, 2);
  if (!budget) throw new Error('There is no budget');
  await put([budget], MAX_ITEM_BYTES - 350 - itemWith([budget]).bytes);
  const budget_id = String(budget.id);
  const body = { amount: 500, due_date: '2027-03-01', note: NOTE };
  const statuses: number[] = [];
  let refused: Awaited<ReturnType<typeof pay>> | undefined;
  while (!refused) {
    const outcome = await pay(budget_id, body);
    statuses.push(outcome.status);
    if (outcome.status !== 201) refused = outcome;
  }
  // The emulator doesn't count the entry in the index.
  expect(statuses).toEqual([...Array(statuses.length - 1).fill(201), 409]);
  expect(statuses.length).toBeLessThan(8);
  expect(refused.body.errors).toMatchObject([{ field: 'event', code: 'too_large' }]);
  const [shown] = (await found()).budgets;
  expect(shown?.payments).toHaveLength(2 + statuses.length - 1);
  const path = { event_id, budget_id, id: String(shown?.payments.at(-1)?.id) };
  const tick = { token, path, body: { paid_on: '2027-02-27', note: null } };
  expect((await call(endpoints.updatePayment.handler, tick)).status).toBe(200);
  expect((await call(endpoints.deletePayment.handler, { token, path })).status).toBe(200);
  expect((await pay(budget_id, body)).status).toBe(201);
});

it('a change of the guests of 500 budgets with 10 payments each is one read and one write', async () => {
  await put(budgets(500, 10));
  takeRequests();
  const body = { guests: 100 };
  const { status } = await call(endpoints.update.handler, { token, path: { id: event_id }, body });
  const { names } = takeRequests();
  expect([status, names]).toEqual([200, REQUESTS]);
  const event = await found();
  expect(event.total_cents).toBe(500 * 70_000);
  expect(new Set(event.budgets.map(({ amount_cents }) => amount_cents))).toEqual(new Set([70_000]));
  expect(new Set(event.budgets.map(({ version }) => version))).toEqual(new Set([1]));
  expect(event.budgets.flatMap(({ payments }) => payments)).toHaveLength(5_000);
});

it.each([10, 100, 390])(
  'ticking a payment off in an event of %d KB is charged for all of it',
  async (kilobytes) => {
    const one = itemWith(budgets(1, 24)).bytes - itemWith([]).bytes;
    const all = budgets(Math.floor((kilobytes * 1_024) / one), 24);
    const bytes = await put(all);
    const path = { event_id, budget_id: String(all[0]?.id), id: String(all[0]?.payments[0]?.id) };
    takeRequests();
    const body = { paid_on: '2027-02-28' };
    const { status } = await call(endpoints.updatePayment.handler, { token, path, body });
    const { names, units } = takeRequests();
    expect([status, names]).toEqual([200, REQUESTS]);
    // The emulator counts up to a tenth less.
    expect(units.write).toBeGreaterThan(0.9 * (bytes / 1_024));
    expect(units.write).toBeLessThanOrEqual(Math.ceil(bytes / 1_024) + 1);
    expect(units.read).toBeLessThanOrEqual(Math.ceil(bytes / 4_096) + 1);
  },
);
