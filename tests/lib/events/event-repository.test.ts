import { afterEach, describe, expect, it, vi } from 'vitest';
import { putIfAbsent } from '../../../lib/dynamodb/conditions.ts';
import { eventKey } from '../../../lib/dynamodb/keys.ts';
import {
  createEvent,
  deleteEvent,
  getEvent,
  listEvents,
  updateEvent,
} from '../../../lib/events/event-repository.ts';
import { nextId } from '../../../lib/id.ts';

const fields = { name: 'Party', description: '', event_date: '2026-07-04' };

let accounts = 0;
const newAccountId = () => `account-${++accounts}`;

const listAll = async (accountId: string, after?: number) =>
  (await Array.fromAsync(listEvents(accountId, after))).flat();

describe('createEvent', () => {
  it('stores an event without budgets that getEvent gives back', async () => {
    const accountId = newAccountId();
    const id = await createEvent(accountId, fields);
    expect(await getEvent(accountId, id)).toEqual({ ...fields, id, budgets: [] });
  });
});

describe('createEvent, where another process had the same id', () => {
  afterEach(() => {
    vi.useRealTimers();
  });

  it('takes the next id and leaves the other event alone', async () => {
    const accountId = newAccountId();
    // With the clock set back, the next id is the last one and one more.
    vi.useFakeTimers({ toFake: ['Date'], now: Date.UTC(2026, 0, 1) });
    const taken = nextId() + 1;
    const other = { ...fields, name: 'Other', id: taken, budgets: {} };
    await putIfAbsent(eventKey(accountId, taken), { ...other, write_mark: 'other' }, 'write_mark');
    expect(await createEvent(accountId, fields)).toBe(taken + 1);
    expect(await listAll(accountId)).toEqual([
      { ...other, budgets: [] },
      { ...fields, id: taken + 1, budgets: [] },
    ]);
  });
});

describe('getEvent', () => {
  it('knows no event of another account', async () => {
    const id = await createEvent(newAccountId(), fields);
    expect(await getEvent(newAccountId(), id)).toBeUndefined();
  });
});

describe('updateEvent', () => {
  it('changes the fields it is given and leaves the others', async () => {
    const accountId = newAccountId();
    const id = await createEvent(accountId, fields);
    expect(await updateEvent(accountId, id, { name: 'Ball' })).toBe(true);
    expect(await getEvent(accountId, id)).toEqual({ ...fields, name: 'Ball', id, budgets: [] });
  });

  it('is false for an event that is not there, and makes none', async () => {
    const accountId = newAccountId();
    expect(await updateEvent(accountId, 1, { name: 'Ball' })).toBe(false);
    expect(await listAll(accountId)).toEqual([]);
  });
});

describe('deleteEvent', () => {
  it('removes the event, once', async () => {
    const accountId = newAccountId();
    const id = await createEvent(accountId, fields);
    expect(await deleteEvent(accountId, id)).toBe(true);
    expect(await deleteEvent(accountId, id)).toBe(false);
    expect(await getEvent(accountId, id)).toBeUndefined();
  });
});

describe('listEvents', () => {
  it('gives the account’s events alone, oldest first, from any id on', async () => {
    const [accountId, other] = [newAccountId(), newAccountId()];
    const ids: number[] = [];
    for (let n = 0; n < 5; n += 1) {
      ids.push(await createEvent(accountId, fields));
      await createEvent(other, fields);
    }
    expect((await listAll(accountId)).map(({ id }) => id)).toEqual(ids);
    expect((await listAll(accountId, ids[2])).map(({ id }) => id)).toEqual(ids.slice(3));
    expect(await listAll(accountId, Number.MAX_SAFE_INTEGER)).toEqual([]);
  });

  it('goes on over DynamoDB’s pages of 1 MB', async () => {
    const accountId = newAccountId();
    const large = { ...fields, description: '🎈'.repeat(2_000) };
    const ids = await Promise.all(Array.from({ length: 400 }, () => createEvent(accountId, large)));
    const pages = await Array.fromAsync(listEvents(accountId));
    expect(pages.length).toBeGreaterThan(1);
    expect(new Set(pages.flat().map(({ id }) => id))).toEqual(new Set(ids));
  });
});
