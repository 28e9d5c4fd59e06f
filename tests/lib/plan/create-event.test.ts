import { randomUUID } from 'node:crypto';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { isAbsent, Put } from '../../../lib/dynamodb/changes.ts';
import { getItem } from '../../../lib/dynamodb/items.ts';
import { eventKey, idempotencyRecordKey } from '../../../lib/dynamodb/keys.ts';
import { eventTooLarge, Rejection } from '../../../lib/errors.ts';
import { nextId } from '../../../lib/id.ts';
import { getEvent } from '../../../lib/plan/repository.ts';
import { createdEvent } from '../../support/created-event.ts';
import { takeRequests } from '../../support/database-requests.ts';
import { eventItem } from '../../support/event-item.ts';
import { putItem, tableContent } from '../../support/table.ts';

const fields = { name: 'Party', description: '', event_date: '2026-07-04' };

let ownerId: string;
beforeEach(() => {
  ownerId = randomUUID();
});
afterEach(() => {
  vi.useRealTimers();
});

const taken = new Rejection('conflict', { field: 'name', problem: 'taken: is taken' });
const idempotencyRecord = ({ id }: { id: number }) =>
  new Put(idempotencyRecordKey(ownerId, 'a-hash'), { made_id: id }).require(isAbsent(['PK']), () => taken);
const create = (more = {}) => createdEvent({ accountId: ownerId }, { ...fields, ...more });
const createOnce = () => createdEvent({ accountId: ownerId }, fields, idempotencyRecord);
const claimed = async () => (await getItem(idempotencyRecordKey(ownerId, 'a-hash')))?.['made_id'];

it('an event is stored without budgets, in one request, unless it is too large', async () => {
  takeRequests();
  const { id } = await create();
  expect(takeRequests().counts).toEqual({ reads: 0, writes: 1 });
  expect(await getEvent({ ownerId, eventId: id })).toEqual({
    ...{ ...fields, id, ownerId, budgets: [], members: [], invitations: [], frame: 0, budgets_count: 0 },
    ...{ version: 1, updated_at: expect.any(Number), digits: 2, total_cents: 0, spent_cents: 0 },
    ...{ income_cents: 0, estimates_count: 0, estimate_cents: 0, paid_count: 0, open_days: {} },
    ...{ to_pay_cents: 0, to_receive_cents: 0 },
  });
  const before = await tableContent();
  await expect(create({ name: 'x'.repeat(410_000) })).rejects.toEqual(eventTooLarge());
  expect(await tableContent()).toEqual(before);
});

it('under a key, an event is stored with its claim in one request, and only once', async () => {
  takeRequests();
  const { id } = await createOnce();
  expect(takeRequests().counts).toEqual({ reads: 0, writes: 1 });
  expect(await claimed()).toBe(id);
  const before = await tableContent();
  await expect(createOnce()).rejects.toThrow(taken);
  expect(await tableContent()).toEqual(before);
});

it('an id that another process used is left to it: the next one is taken, but the key counts first', async () => {
  // With the clock set back after an id, the next one is the last one plus 1.
  nextId();
  vi.useFakeTimers({ toFake: ['Date'], now: Date.UTC(2026, 0, 1) });
  const takeNext = () => putItem(eventKey({ ownerId, eventId: nextId() + 1 }), eventItem(1, 0));
  await takeNext();
  const before = await tableContent();
  const { id } = await create();
  await takeNext();
  expect((await createOnce()).id).toBe(id + 3);
  expect(await claimed()).toBe(id + 3);
  await takeNext();
  await expect(createOnce()).rejects.toThrow(taken);
  expect(await tableContent()).toMatchObject(before);
});
