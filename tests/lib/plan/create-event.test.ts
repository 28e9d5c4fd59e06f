import { randomUUID } from 'node:crypto';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { isAbsent, Put } from '../../../lib/dynamodb/changes.ts';
import { getItem } from '../../../lib/dynamodb/items.ts';
import { eventKey, idempotencyRecordKey } from '../../../lib/dynamodb/keys.ts';
import { Rejection } from '../../../lib/errors.ts';
import { eventFieldsOf } from '../../../lib/events/request.ts';
import { nextId } from '../../../lib/id.ts';
import { getEvent, listEvents } from '../../../lib/plan/repository.ts';
import { createdEvent } from '../../support/created-event.ts';
import { takeRequests } from '../../support/database-requests.ts';
import { eventItem } from '../../support/event-item.ts';
import { putItem } from '../../support/put-items.ts';
import { tableContent } from '../../support/table-content.ts';

const fields = { name: 'Party', description: '', event_date: '2026-07-04' };
const sums = {
  ...{ total_cents: 0, spent_cents: 0, income_cents: 0, estimates_count: 0, estimate_cents: 0 },
  ...{ to_pay_cents: 0, to_receive_cents: 0, paid_count: 0, open_days: {} },
};
const empty = {
  ...{ version: 1, updated_at: expect.any(Number), frame: 0, budgets_count: 0, digits: 2 },
  ...sums,
};
const nobody = { budgets: [], members: [], invitations: [] };

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

const listed = async () => (await Array.fromAsync(listEvents(ownerId))).flat();

/** An event of another process with the id that comes next, as the clock is set back. */
async function takenId(): Promise<number> {
  vi.useFakeTimers({ toFake: ['Date'], now: Date.UTC(2026, 0, 1) });
  const taken = nextId() + 1;
  await putItem(eventKey({ ownerId, eventId: taken }), eventItem(taken, 0));
  return taken;
}

describe('createEvent', () => {
  it('stores an event without budgets that getEvent returns, in one request', async () => {
    takeRequests();
    const { id } = await createdEvent({ accountId: ownerId }, fields);
    expect(takeRequests().counts).toEqual({ reads: 0, writes: 1 });
    expect(await getEvent({ ownerId, eventId: id })).toEqual({
      ...fields,
      ...{ id, ownerId },
      ...empty,
      ...nobody,
    });
  });

  it('stores nothing if the limit does not fit the currency', async () => {
    const limited = { ...fields, limit_amount: 1.001 };
    expect(() => eventFieldsOf(limited)).toThrow('invalid');
    await expect(
      createdEvent({ accountId: ownerId }, { ...fields, name: 'x'.repeat(410_000) }),
    ).rejects.toThrow('conflict');
    expect(await listed()).toEqual([]);
  });

  it('uses the next id if another process used the same, and leaves the other event unchanged', async () => {
    const taken = await takenId();
    const before = await tableContent();
    expect(await createdEvent({ accountId: ownerId }, fields)).toMatchObject({ id: taken + 1 });
    expect(await listed()).toMatchObject([{ id: taken }, { id: taken + 1, ...fields, ...sums }]);
    expect(await tableContent()).toMatchObject(before);
  });
});

describe('under a key', () => {
  it('stores the event and its idempotencyRecord in one request', async () => {
    takeRequests();
    const { id } = await createdEvent({ accountId: ownerId }, fields, idempotencyRecord);
    expect(takeRequests().counts).toEqual({ reads: 0, writes: 1 });
    expect(await getItem(idempotencyRecordKey(ownerId, 'a-hash'))).toMatchObject({ made_id: id });
    expect(await listed()).toMatchObject([{ id }]);
  });

  it('stores neither if the key was claimed before', async () => {
    await createdEvent({ accountId: ownerId }, fields, idempotencyRecord);
    const before = await tableContent();
    await expect(createdEvent({ accountId: ownerId }, fields, idempotencyRecord)).rejects.toThrow(taken);
    expect(await tableContent()).toEqual(before);
  });

  it('claims the id that the event gets if another process used the first one', async () => {
    const taken = await takenId();
    expect(await createdEvent({ accountId: ownerId }, fields, idempotencyRecord)).toMatchObject({
      id: taken + 1,
    });
    expect(await getItem(idempotencyRecordKey(ownerId, 'a-hash'))).toMatchObject({ made_id: taken + 1 });
  });

  it('was claimed before, and the id is taken too: the key counts', async () => {
    await createdEvent({ accountId: ownerId }, fields, idempotencyRecord);
    await takenId();
    const before = await tableContent();
    await expect(createdEvent({ accountId: ownerId }, fields, idempotencyRecord)).rejects.toThrow(taken);
    expect(await tableContent()).toEqual(before);
  });
});
