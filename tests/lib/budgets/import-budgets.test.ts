import { randomUUID } from 'node:crypto';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { createBudget } from '../../../lib/budgets/create-budget.ts';
import { eventFull } from '../../../lib/budgets/event-budgets.ts';
import { importBudgets } from '../../../lib/budgets/import-budgets.ts';
import type { NewBudget } from '../../../lib/budgets/request.ts';
import { updateBudget } from '../../../lib/budgets/update-budget.ts';
import { eventKey } from '../../../lib/dynamodb/keys.ts';
import { eventTooLarge, InvalidFieldsError, NotFoundError, PreconditionError } from '../../../lib/errors.ts';
import { MAX_BUDGETS } from '../../../lib/events/event.ts';
import { createEvent, getEvent } from '../../../lib/events/repository.ts';
import { nextId } from '../../../lib/id.ts';
import { takeRequests } from '../../support/database-requests.ts';
import { asEditor } from '../../support/event-callers.ts';
import { eventItem } from '../../support/event-item.ts';
import { gateToDatabase } from '../../support/gate.ts';
import { putItem } from '../../support/put-items.ts';
import { tableContent } from '../../support/table-content.ts';

const gate = await gateToDatabase();

const fields = { name: 'Party', description: '', event_date: '2026-07-04' };
const band: NewBudget = { name: 'Band', category: 'Music', amount: 50, spent: 0 };
const tickets: NewBudget = { ...band, name: 'Tickets', kind: 'income', due_date: '2026-06-30' };

let ownerId: string;
let event_id: number;
beforeEach(async () => {
  ownerId = randomUUID();
  ({ id: event_id } = await createEvent({ accountId: ownerId }, fields));
});
afterEach(() => {
  vi.useRealTimers();
});

const create = async (body = band) =>
  (await createBudget(asEditor(ownerId), { path: { event_id }, headers: {}, body })).budget;
const importAll = (budgets: NewBudget[], { headers = {}, query = {} } = {}) =>
  importBudgets(asEditor(ownerId), {
    path: { event_id },
    headers,
    query,
    body: { budgets: budgets.map((added) => ({ added })) },
  });
const event = () => getEvent({ ownerId, eventId: event_id });
const names = async () => (await event())?.budgets.map(({ name }) => name);

describe('importBudgets', () => {
  it('adds all budgets in their order, and returns the new version, in a read and a write', async () => {
    const first = await create();
    takeRequests();
    expect(await importAll([tickets, band])).toMatchObject({ version: 3 });
    expect(takeRequests().names).toEqual(['GetItemCommand', 'UpdateItemCommand']);
    expect(await event()).toMatchObject({
      ...{ version: 3, budgets_count: 3, total_cents: 10_000, income_cents: 5_000, due_count: 1 },
      budgets: [{ id: first.id }, { name: 'Tickets', kind: 'income', version: 0 }, { name: 'Band' }],
    });
  });

  it('adds none in a dry run, which needs the same', async () => {
    const before = await tableContent();
    const query = { dry_run: true };
    expect(await importAll([band], { query })).toMatchObject({ version: 1 });
    await expect(importAll([band], { query, headers: { 'if-match': [7] } })).rejects.toThrow(
      PreconditionError,
    );
    expect(await tableContent()).toEqual(before);
  });

  it('adds none if the event does not take all', async () => {
    await putItem(eventKey({ ownerId, eventId: event_id }), eventItem(event_id, MAX_BUDGETS - 1));
    const before = await tableContent();
    await expect(importAll([band, band])).rejects.toEqual(eventFull());
    expect(await tableContent()).toEqual(before);
    await importAll([band]);
    expect(await event()).toMatchObject({ budgets_count: MAX_BUDGETS });
  });

  it('adds none if an amount does not fit, or the event would be too large', async () => {
    const precise = { ...band, amount: 0.001 };
    const refused = importAll([band, precise]);
    await expect(refused).rejects.toThrow(InvalidFieldsError);
    await expect(refused).rejects.toMatchObject({ fields: [{ field: 'budgets[1].amount' }] });
    const large = Array.from({ length: MAX_BUDGETS }, () => ({ ...band, note: '🎈'.repeat(400) }));
    await expect(importAll(large)).rejects.toEqual(eventTooLarge());
    expect(await names()).toEqual([]);
  });

  it('throws for an event that does not exist', async () => {
    event_id = 1;
    await expect(importAll([band])).rejects.toThrow(NotFoundError);
  });

  it('uses ids that no other budget has', async () => {
    const eventId = nextId();
    vi.useFakeTimers({ toFake: ['Date'], now: Date.now() - 1_000 });
    await putItem(eventKey({ ownerId, eventId }), eventItem(eventId, 1));
    event_id = eventId;
    await importAll([band, tickets]);
    expect((await event())?.budgets.map(({ id }) => id - eventId)).toEqual([1, 2, 3]);
  });

  it('tells the version that it made after a change in between', async () => {
    const { id } = await create();
    gate.before = async ({ operation }) => {
      if (operation === 'GetItem') return;
      gate.open();
      await updateBudget(asEditor(ownerId), { path: { event_id, id }, headers: {}, body: { name: 'Choir' } });
    };
    expect(await importAll([tickets])).toMatchObject({ version: 4 });
    expect(await names()).toEqual(['Choir', 'Tickets']);
  });
});
