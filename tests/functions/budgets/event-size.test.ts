import { expect, it } from 'vitest';
import { storedBytesOf } from '../../../lib/dynamodb/item-size.ts';
import { eventKey } from '../../../lib/dynamodb/keys.ts';
import { MAX_EVENT_KB } from '../../../lib/errors.ts';
import { nextId } from '../../../lib/id.ts';
import { newClient } from '../../support/client.ts';
import { eventItem } from '../../support/event-item.ts';
import { deposit } from '../../support/service.ts';
import { accountIdOf } from '../../support/sharing.ts';
import { putItem, rejected } from '../../support/table.ts';

/** Stores an event of the caller that is nearly as large as it may be. Returns the path of its first budget. */
async function nearlyFullEvent(token: string) {
  const eventId = nextId();
  const withNotes = (length: number) => eventItem(eventId, 400, { spent_cents: 0, note: 'x'.repeat(length) });
  const free = MAX_EVENT_KB * 1_024 - storedBytesOf(withNotes(1));
  await putItem(eventKey({ ownerId: accountIdOf(token), eventId }), withNotes(Math.floor(free / 400)));
  return { event_id: String(eventId), id: String(eventId + 1) };
}

it('an event of 200 KB takes nothing that makes it larger, keeps what it has, and takes deletions', async () => {
  const ada = await newClient();
  const budget = await nearlyFullEvent(ada.token);
  const event = { id: budget.event_id };
  const payment = await ada.newPayment(budget, { note: null });
  const create = () => ada.createPayment(budget, deposit({ note: null }));
  let made = 1;
  for (; (await create()).status === 201; made += 1);
  const long = { name: 'Hall', amount: 1, note: 'x'.repeat(500) };
  for (const write of [
    create,
    () => ada.updatePayment(payment, { note: 'x'.repeat(100) }),
    () => ada.createBudget(event, long),
    () => ada.updateBudget(budget, { vendor: 'x'.repeat(100) }),
    () => ada.importBudgets(event, { budgets: [long] }),
    () => ada.estimateBudgets(event),
  ]) {
    const { codes, messages } = await rejected(write);
    expect([...codes, ...messages]).toEqual([
      ...[409, 'event too_large', 'Event is too large (maximum is 200 KB including its budgets).'],
    ]);
  }
  expect((await ada.shownBudget(budget)).payments).toHaveLength(made);
  expect(made).toBeGreaterThan(1);
  expect((await ada.updatePayment(payment, { due_date: null })).status).toBe(200);
  expect((await ada.deletePayment(payment)).status).toBe(200);
});
