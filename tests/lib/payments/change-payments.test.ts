import { randomUUID } from 'node:crypto';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { createBudget } from '../../../lib/budgets/create-budget.ts';
import { updateBudget } from '../../../lib/budgets/update-budget.ts';
import { eventKey } from '../../../lib/dynamodb/keys.ts';
import { ConflictError, InvalidFieldsError, NotFoundError, PreconditionError } from '../../../lib/errors.ts';
import { createEvent, getEvent } from '../../../lib/events/repository.ts';
import { nextId } from '../../../lib/id.ts';
import { createPayment, deletePayment, updatePayment } from '../../../lib/payments/change-payments.ts';
import type { PaymentChanges } from '../../../lib/payments/request.ts';
import { asEditor } from '../../support/event-callers.ts';
import { eventItem } from '../../support/event-item.ts';
import { putItem } from '../../support/put-items.ts';

const accountId = randomUUID();
const caller = asEditor(accountId);

let path: { event_id: number; budget_id: number };
beforeEach(async () => {
  const fields = { name: 'Party', description: '', event_date: '2026-07-04' };
  const { id: event_id } = await createEvent({ accountId }, fields);
  const body = { name: 'Hall', category: '', amount: 2_000, spent: 0 };
  const { budget } = await createBudget(caller, { path: { event_id }, headers: {}, body });
  path = { event_id, budget_id: budget.id };
});
afterEach(() => {
  vi.useRealTimers();
});

const event = () => getEvent({ ownerId: accountId, eventId: path.event_id });
const budget = async () => (await event())?.budgets[0];
const pay = (amount: number, fields: object = {}) =>
  createPayment(caller, { path, headers: {}, body: { amount, ...fields } });
const update = (id: number, body: PaymentChanges) =>
  updatePayment(caller, { path: { ...path, id }, headers: {}, body });
const remove = (id: number) => deletePayment(caller, { path: { ...path, id }, headers: {} });

describe('createPayment', () => {
  it('returns its id, the digits of its amount and the version of its budget', async () => {
    const made = await pay(500, { due_date: '2027-01-01' });
    expect(made).toMatchObject({ digits: 2, version: 1, event: undefined });
    expect(await budget()).toMatchObject({
      version: made.version,
      spent_cents: 0,
      payments: [{ ...made.payment, amount_cents: 50_000, due_date: '2027-01-01' }],
    });
    expect(await event()).toMatchObject({ version: 3, due_count: 1, open_days: { '2027-01-01': 1 } });
  });

  it('returns the event if asked for', async () => {
    const made = await createPayment(caller, { path, headers: { prefer: true }, body: { amount: 0 } });
    expect(made.event).toEqual(await event());
  });

  it('takes the next id if another process used it in the same millisecond', async () => {
    const eventId = nextId();
    // With the clock set back, the next id is the last one plus 1.
    vi.useFakeTimers({ toFake: ['Date'], now: Date.now() - 1_000 });
    const taken = eventId + 1;
    const item = eventItem(eventId, 1, { spent_cents: 0, payments: [{ id: taken, amount_cents: 5 }] });
    await putItem(eventKey({ ownerId: accountId, eventId }), item);
    path = { event_id: eventId, budget_id: eventId + 1 };
    expect(await pay(1)).toMatchObject({ payment: { id: taken + 1 } });
    expect((await budget())?.payments).toMatchObject([{ id: taken }, { id: taken + 1 }]);
  });

  it('throws what it means', async () => {
    const unknown = (other: object) =>
      createPayment(caller, { path: { ...path, ...other }, headers: {}, body: { amount: 0 } });
    await expect(unknown({ event_id: 1 })).rejects.toThrow(NotFoundError);
    await expect(unknown({ budget_id: 1 })).rejects.toThrow(NotFoundError);
    await expect(pay(0.001)).rejects.toThrow(InvalidFieldsError);
    const ofBudget = { event_id: path.event_id, id: path.budget_id };
    await updateBudget(caller, { path: ofBudget, headers: {}, body: { paid: false } });
    await expect(pay(1)).rejects.toThrow(ConflictError);
    const stale = { path, headers: { 'if-match': [7] }, body: { amount: 0 } };
    await expect(createPayment(caller, stale)).rejects.toThrow(PreconditionError);
  });
});

describe('updatePayment and deletePayment', () => {
  it('move what was spent, and the count of open amounts', async () => {
    const { payment } = await pay(500, { due_date: '2027-01-01' });
    await pay(1, { paid_on: '2027-01-01' });
    await update(payment.id, { paid_on: '2027-01-02' });
    expect(await event()).toMatchObject({ spent_cents: 50_100, due_count: 1, open_days: {} });
    await update(payment.id, { amount: 400, due_date: null });
    expect(await event()).toMatchObject({ spent_cents: 40_100, due_count: 0, open_days: {} });
    await remove(payment.id);
    expect(await event()).toMatchObject({ spent_cents: 100, budgets: [{ spent_cents: 100 }] });
  });

  it('throw NotFoundError for a payment that is not there', async () => {
    const { payment } = await pay(500);
    await expect(update(payment.id + 1, { note: 'x' })).rejects.toThrow(NotFoundError);
    await expect(remove(payment.id + 1)).rejects.toThrow(NotFoundError);
    expect((await budget())?.payments).toHaveLength(1);
  });
});
