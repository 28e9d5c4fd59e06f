import { beforeEach, describe, expect, it } from 'vitest';
import { eventKey } from '../../lib/dynamodb/keys.ts';
import { nextId } from '../../lib/id.ts';
import { storedToken } from '../support/account.ts';
import { call } from '../support/call.ts';
import { eventItem } from '../support/event-item.ts';
import { putItem } from '../support/put-items.ts';
import { allEvents, catering, endpoints, newBudget, newEvent } from '../support/service.ts';

/** Beyond the integers that a number holds exactly, as after many changes of large amounts. */
const LARGE = 2n ** 60n + 1n;

describe('an event whose sums have grown beyond 2^53', () => {
  let token: string;
  let event: { id: string };
  beforeEach(async () => {
    const ownerId = crypto.randomUUID();
    token = await storedToken(ownerId);
    const eventId = nextId();
    event = { id: String(eventId) };
    const { head, ...item } = eventItem(eventId, 1);
    const sums = {
      planned_added: LARGE + BigInt(head.planned_added),
      planned_removed: LARGE,
      spent_added: LARGE + BigInt(head.spent_added),
      spent_removed: LARGE,
    };
    const key = eventKey({ ownerId, eventId });
    await putItem(key, { ...item, head: { ...head, ...sums } });
  });

  it('has its exact totals, also after writes', async () => {
    expect(await allEvents(token)).toMatchObject([{ total_amount: 800 }]);
    const budget = await newBudget(token, event, { amount: 0.01 });
    await call(endpoints.updateBudget.handler, { token, path: budget, body: { amount: 0.03 } });
    expect(await allEvents(token)).toMatchObject([{ total_amount: 800.03 }]);
    expect((await call(endpoints.deleteBudget.handler, { token, path: budget })).status).toBe(200);
    expect(await allEvents(token)).toMatchObject([{ total_amount: 800 }]);
  });

  it('is sorted by its total, and shows its balance', async () => {
    const [more, less] = [await newEvent(token), await newEvent(token)];
    await newBudget(token, more, { amount: 800.01 });
    await newBudget(token, less, { amount: 799.99 });
    const query = { sort: '-total_amount', include: 'summary' };
    const { body } = await call(endpoints.list.handler, { method: 'GET', token, query });
    expect(body.data).toMatchObject([
      { id: Number(more.id) },
      { id: Number(event.id), total_amount: 800, total_spent: 950.5, remaining: -150.5, over_budget: true },
      { id: Number(less.id) },
    ]);
  });

  it('honours If-Match', async () => {
    const add = (tag: string) => {
      const path = { event_id: event.id };
      const headers = { 'if-match': tag };
      return call(endpoints.createBudget.handler, { token, path, headers, body: catering() });
    };
    expect((await add('"7"')).status).toBe(412);
    expect((await add('"1"')).status).toBe(201);
    const headers = { 'if-match': '"1"' };
    expect((await call(endpoints.delete.handler, { token, path: event, headers })).status).toBe(412);
  });
});
