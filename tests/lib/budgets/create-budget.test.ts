import { randomUUID } from 'node:crypto';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { createBudget } from '../../../lib/budgets/create-budget.ts';
import { eventFull } from '../../../lib/budgets/event-budgets.ts';
import type { NewBudget } from '../../../lib/budgets/request.ts';
import { eventKey } from '../../../lib/dynamodb/keys.ts';
import { NotFoundError, PreconditionError } from '../../../lib/errors.ts';
import { MAX_BUDGETS } from '../../../lib/events/event.ts';
import { createEvent, getEvent } from '../../../lib/events/repository.ts';
import { nextId } from '../../../lib/id.ts';
import { takeRequests } from '../../support/database-requests.ts';
import { asEditor } from '../../support/event-callers.ts';
import { eventItem } from '../../support/event-item.ts';
import { putItem } from '../../support/put-items.ts';
import { tableContent } from '../../support/table-content.ts';

const band: NewBudget = { name: 'Band', category: 'Music', amount: 50, spent: 0 };

let ownerId: string;
let event_id: number;
beforeEach(async () => {
  ownerId = randomUUID();
  const fields = { name: 'Party', description: '', event_date: '2026-07-04' };
  ({ id: event_id } = await createEvent({ accountId: ownerId }, fields));
});
afterEach(() => {
  vi.useRealTimers();
});

const create = async (body = band, headers = {}) =>
  (await createBudget(asEditor(ownerId), { path: { event_id }, headers, body })).budget;
const event = () => getEvent({ ownerId, eventId: event_id });

describe('createBudget', () => {
  it('returns the stored budget, and adds it to the sums, in a read and a write', async () => {
    takeRequests();
    const budget = await create();
    expect(takeRequests().names).toEqual(['GetItemCommand', 'UpdateItemCommand']);
    expect(budget).toMatchObject({
      name: 'Band',
      category: 'Music',
      amount_cents: 5_000,
      spent_cents: 0,
      version: 0,
    });
    expect(await event()).toMatchObject({ version: 2, budgets_count: 1, total_cents: 5_000 });
    expect((await event())?.budgets).toEqual([budget]);
  });

  it('throws for an event that does not exist, and creates none', async () => {
    event_id = 1;
    const before = await tableContent();
    await expect(create()).rejects.toThrow(NotFoundError);
    await expect(create({ ...band, amount: 0.001 })).rejects.toThrow(NotFoundError);
    expect(await tableContent()).toEqual(before);
  });

  it('needs a named version of the event', async () => {
    await expect(create(band, { 'if-match': [0, 2] })).rejects.toThrow(PreconditionError);
    expect((await event())?.budgets).toEqual([]);
    expect(await create(band, { 'if-match': [1] })).toMatchObject({ version: 0 });
  });

  it('adds no budget to an event that is full', async () => {
    await putItem(eventKey({ ownerId, eventId: event_id }), eventItem(event_id, MAX_BUDGETS - 1));
    await create();
    await expect(create()).rejects.toEqual(eventFull());
    expect(await event()).toMatchObject({ budgets_count: MAX_BUDGETS });
  });

  it('uses the next id if another process used the same, and leaves the other budget unchanged', async () => {
    // With the clock set back, the next id is the last one plus 1, which the item's first budget has.
    const eventId = nextId();
    vi.useFakeTimers({ toFake: ['Date'], now: Date.now() - 1_000 });
    await putItem(eventKey({ ownerId, eventId }), eventItem(eventId, 1));
    event_id = eventId;
    const [other] = (await event())?.budgets ?? [];
    const budget = await create();
    expect([other?.id, budget.id]).toEqual([eventId + 1, eventId + 2]);
    expect((await event())?.budgets).toEqual([other, budget]);
  });
});
