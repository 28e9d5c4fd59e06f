import { afterEach, describe, expect, it, vi } from 'vitest';
import { putIfAbsent } from '../../../lib/dynamodb/conditional-writes.ts';
import { eventKey } from '../../../lib/dynamodb/keys.ts';
import { createEvent } from '../../../lib/events/create-event.ts';
import { deleteEvent, getEvent, listEvents } from '../../../lib/events/event-repository.ts';
import { newHead } from '../../../lib/events/head.ts';
import { updateEvent } from '../../../lib/events/update-event.ts';
import { nextId } from '../../../lib/id.ts';

const sums = { total_cents: 0, spent_cents: 0, income_cents: 0, due_count: 0 };
const empty = { version: 1, budgets_count: 0, digits: 2, ...sums };
const fields = { name: 'Party', description: '', event_date: '2026-07-04' };

let accounts = 0;
const newOwnerId = () => `account-${++accounts}`;

const listAll = async (ownerId: string, after?: number) =>
  (await Array.fromAsync(listEvents(ownerId, after))).flat();

describe('createEvent', () => {
  it('stores an event without budgets that getEvent returns', async () => {
    const ownerId = newOwnerId();
    const { id } = await createEvent(ownerId, fields);
    expect(await getEvent({ ownerId, eventId: id })).toEqual({ ...fields, id, ...empty });
  });
});

describe('createEvent, if another process used the same id', () => {
  afterEach(() => {
    vi.useRealTimers();
  });

  it('uses the next id and leaves the other event unchanged', async () => {
    const ownerId = newOwnerId();
    // With the clock set back, the next id is the last one plus 1.
    vi.useFakeTimers({ toFake: ['Date'], now: Date.UTC(2026, 0, 1) });
    const taken = nextId() + 1;
    const other = { ...fields, name: 'Other' };
    const item = { head_id: taken, head: newHead(other), budgets: {}, write_mark: 'other' };
    await putIfAbsent(eventKey({ ownerId, eventId: taken }), item, 'write_mark');
    expect(await createEvent(ownerId, fields)).toEqual({ id: taken + 1 });
    expect(await listAll(ownerId)).toEqual([
      { ...other, id: taken, ...empty, ownerId },
      { ...fields, id: taken + 1, ...empty, ownerId },
    ]);
  });
});

describe('getEvent', () => {
  it('does not find an event of another account', async () => {
    const { id } = await createEvent(newOwnerId(), fields);
    expect(await getEvent({ ownerId: newOwnerId(), eventId: id })).toBeUndefined();
  });
});

describe('updateEvent', () => {
  it('changes the given fields and leaves the others', async () => {
    const ownerId = newOwnerId();
    const { id } = await createEvent(ownerId, fields);
    expect(await updateEvent({ ownerId, eventId: id }, { name: 'Ball' })).toEqual({ version: 2 });
    expect(await getEvent({ ownerId, eventId: id })).toEqual({
      ...fields,
      name: 'Ball',
      id,
      ...empty,
      version: 2,
    });
  });

  it('returns missing for an event that does not exist, and creates none', async () => {
    const ownerId = newOwnerId();
    expect(await updateEvent({ ownerId, eventId: 1 }, { name: 'Ball' })).toBe('no event');
    expect(await listAll(ownerId)).toEqual([]);
  });
});

describe('deleteEvent', () => {
  it('deletes the event, and returns missing the second time', async () => {
    const ownerId = newOwnerId();
    const { id } = await createEvent(ownerId, fields);
    expect(await deleteEvent({ ownerId, eventId: id })).toBe('done');
    expect(await deleteEvent({ ownerId, eventId: id })).toBe('missing');
    expect(await getEvent({ ownerId, eventId: id })).toBeUndefined();
  });
});

describe('listEvents', () => {
  it('returns only the account’s events, oldest first, after a given id', async () => {
    const [ownerId, other] = [newOwnerId(), newOwnerId()];
    const ids: number[] = [];
    for (let n = 0; n < 5; n += 1) {
      ids.push((await createEvent(ownerId, fields)).id);
      await createEvent(other, fields);
    }
    expect((await listAll(ownerId)).map(({ id }) => id)).toEqual(ids);
    expect((await listAll(ownerId, ids[2])).map(({ id }) => id)).toEqual(ids.slice(3));
    expect(await listAll(ownerId, Number.MAX_SAFE_INTEGER)).toEqual([]);
  });

  it('continues across DynamoDB’s pages of 1 MB', async () => {
    const ownerId = newOwnerId();
    const large = { ...fields, description: '🎈'.repeat(2_000) };
    const created = await Promise.all(Array.from({ length: 400 }, () => createEvent(ownerId, large)));
    const ids = created.map(({ id }) => id);
    const pages = await Array.fromAsync(listEvents(ownerId));
    expect(pages.length).toBeGreaterThan(1);
    expect(new Set(pages.flat().map(({ id }) => id))).toEqual(new Set(ids));
  });
});
