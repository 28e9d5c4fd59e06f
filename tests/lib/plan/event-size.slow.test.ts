import { beforeEach, expect, it } from 'vitest';
import { storedBytesOf } from '../../../lib/dynamodb/item-size.ts';
import { eventKey } from '../../../lib/dynamodb/keys.ts';
import { eventTooLarge, MAX_EVENT_KB } from '../../../lib/errors.ts';
import { nextId } from '../../../lib/id.ts';
import { type Budget, type Payment, withPayments } from '../../../lib/plan/budget.ts';
import {
  type Event,
  itemOf,
  newEventOf,
  requireSize,
  storedBudgets,
  storedFields,
} from '../../../lib/plan/event.ts';
import { getEvent } from '../../../lib/plan/repository.ts';
import { call } from '../../support/call.ts';
import { takeRequests } from '../../support/database-requests.ts';
import { endpoints, newToken } from '../../support/service.ts';
import { accountIdOf, referenceOf } from '../../support/sharing.ts';
import { putItem } from '../../support/table.ts';

let token: string;
let event_id: string;
beforeEach(async () => {
  token = await newToken();
});

/** One is for the session. */
const REQUESTS = { reads: 2, writes: 1 };
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

const eventWith = (all: Budget[], description = '') =>
  newEventOf(
    accountIdOf(token),
    { name: 'Summer party', description, event_date: '2027-07-04', guests: 80 },
    all,
  );

/** Stores an event of the caller. Returns what DynamoDB counts for it and its entry in the index. */
async function put(event: Event): Promise<number> {
  const stored = itemOf(event, 'W_UsQmF9T82w', { accountId: event.ownerId });
  const key = eventKey({ ownerId: event.ownerId, eventId: event.id });
  await putItem(key, stored);
  event_id = String(event.id);
  const { head_id, head } = stored;
  return storedBytesOf({ ...stored, ...key }) + storedBytesOf({ ...key, head_id, head });
}

const found = async () => {
  const event = await getEvent(referenceOf(token, { id: event_id }));
  if (!event) throw new Error('There is no event');
  return event;
};

it.each([
  { payments: 24, note: '', fit: 160 },
  { payments: 24, note: NOTE, fit: 50 },
  { payments: 3, note: '', fit: 500 },
  { payments: 10, note: NOTE, fit: 110 },
])('$fit budgets with $payments paid payments each fit into an event, with the note "$note"', (each) => {
  const { payments, note, fit } = each;
  requireSize(eventWith(budgets(fit, payments, note)));
  if (fit === 500) return;
  const larger = eventWith(budgets(fit + 20, payments, note));
  expect(() => requireSize(larger)).toThrow(eventTooLarge());
});

const describeWith = async (length: number) => {
  const body = { description: 'x'.repeat(length) };
  return (await call(endpoints.update.handler, { token, path: { id: event_id }, body })).status;
};

it('an event takes all bytes of its maximum and no other', async () => {
  // Each character of a note is a byte.
  const notes = (total: number) => [budgetWith([]), budgetWith([payment('n'.repeat(total))])];
  const smallest = eventWith(notes(1));
  const bytes = storedBytesOf([storedFields(smallest), storedBudgets(smallest)]);
  await put(eventWith(notes(MAX_EVENT_KB * 1_024 - bytes + 1 - 1_000)));
  expect([await describeWith(999), await describeWith(1_001), await describeWith(1_000)]).toEqual([
    200, 409, 200,
  ]);
});

it('an event above the maximum takes what makes it no larger', async () => {
  await put(eventWith(budgets(200, 24), 'x'.repeat(10)));
  expect([await describeWith(11), await describeWith(10), await describeWith(9)]).toEqual([409, 200, 200]);
});

it('an event of the maximum can be deleted and restored', async () => {
  await put(eventWith(budgets(200, 24), 'x'.repeat(10)));
  const path = { id: event_id };
  expect((await call(endpoints.delete.handler, { token, path })).status).toBe(200);
  expect((await call(endpoints.restore.handler, { token, path })).status).toBe(200);
  expect((await found()).budgets).toHaveLength(200);
});

it('a change of the guests of 500 budgets with 3 payments each is one read and one write', async () => {
  await put(eventWith(budgets(500, 3)));
  takeRequests();
  const body = { guests: 100 };
  const { status } = await call(endpoints.update.handler, { token, path: { id: event_id }, body });
  const { counts } = takeRequests();
  expect([status, counts]).toEqual([200, REQUESTS]);
  const event = await found();
  expect(event.total_cents).toBe(500 * 70_000);
  expect(new Set(event.budgets.map(({ amount_cents }) => amount_cents))).toEqual(new Set([70_000]));
  expect(new Set(event.budgets.map(({ version }) => version))).toEqual(new Set([1]));
  expect(event.budgets.flatMap(({ payments }) => payments)).toHaveLength(1_500);
});

it.each([8, 80, 160])(
  'ticking a payment off in an event with %d budgets and 24 payments each is charged for all of it',
  async (count) => {
    const all = budgets(count, 24);
    const bytes = await put(eventWith(all));
    const path = { event_id, budget_id: String(all[0]?.id), id: String(all[0]?.payments[0]?.id) };
    takeRequests();
    const body = { paid_on: '2027-02-28' };
    const { status } = await call(endpoints.updatePayment.handler, { token, path, body });
    const { counts, units } = takeRequests();
    expect([status, counts]).toEqual([200, REQUESTS]);
    // The emulator counts up to a tenth less.
    expect(units.write).toBeGreaterThan(0.9 * (bytes / 1_024));
    expect(units.write).toBeLessThanOrEqual(Math.ceil(bytes / 1_024) + 1);
    expect(units.read).toBeLessThanOrEqual(Math.ceil(bytes / 4_096) + 1);
  },
);
