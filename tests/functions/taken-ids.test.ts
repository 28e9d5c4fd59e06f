import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { eventKey } from '../../lib/dynamodb/keys.ts';
import { nextId } from '../../lib/id.ts';
import { type Client, newClient } from '../support/client.ts';
import { eventItem } from '../support/event-item.ts';
import { allBudgets, catering, deposit } from '../support/service.ts';
import { accountIdOf } from '../support/sharing.ts';
import { putItem } from '../support/table.ts';

let ada: Client;
let eventId: number;
let path: { event_id: string };
beforeEach(async () => {
  ada = await newClient();
  eventId = nextId() + 1;
  // With the clock set back, the next id is the last one plus 1. The event's item takes one.
  vi.useFakeTimers({ toFake: ['Date'], now: Date.now() - 1_000 });
  path = { event_id: String(eventId) };
});
afterEach(() => {
  vi.useRealTimers();
});

const store = (fields = {}) =>
  putItem(eventKey({ ownerId: accountIdOf(ada.token), eventId }), eventItem(eventId, 1, fields));
/** How far the ids of the budgets are above the event's. */
const idsOfBudgets = async () =>
  (await allBudgets(ada.token, { id: path.event_id })).map(({ id }) => id - eventId);

describe('an id that another process used in the same millisecond: the next one is taken', () => {
  it('of a budget', async () => {
    await store();
    const made = await ada.createBudget(path, catering());
    expect([made.status, made.id]).toEqual([201, String(eventId + 2)]);
    expect(await idsOfBudgets()).toEqual([1, 2]);
  });

  it('of imported budgets', async () => {
    await store();
    expect((await ada.importBudgets(path, { budgets: [catering(), catering()] })).status).toBe(201);
    expect(await idsOfBudgets()).toEqual([1, 2, 3]);
  });

  it('of a payment', async () => {
    const taken = eventId + 1;
    await store({ spent_cents: 0, payments: [{ id: taken, amount_cents: 5 }] });
    const made = await ada.createPayment({ ...path, budget_id: String(taken) }, deposit());
    expect(made.body.data).toMatchObject({ id: taken + 1 });
    const viewed = await ada.viewBudget({ ...path, id: String(taken) });
    expect(viewed.body.data).toMatchObject({ payments: [{ id: taken }, { id: taken + 1 }] });
  });
});
