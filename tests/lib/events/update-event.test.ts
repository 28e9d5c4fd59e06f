import { randomUUID } from 'node:crypto';
import { beforeEach, describe, expect, it } from 'vitest';
import { createBudget } from '../../../lib/budgets/repository.ts';
import { InvalidFieldsError, NotFoundError, PreconditionError } from '../../../lib/errors.ts';
import { createEvent, getEvent } from '../../../lib/events/repository.ts';
import { updateEvent } from '../../../lib/events/update-event.ts';
import { takeRequests } from '../../support/database-requests.ts';
import { asEditor } from '../../support/event-callers.ts';
import { tableContent } from '../../support/table-content.ts';

const fields = { name: 'Party', description: '', event_date: '2026-07-04' };

let ownerId: string;
let eventId: number;
beforeEach(async () => {
  ownerId = randomUUID();
  ({ id: eventId } = await createEvent(ownerId, fields));
});

const event = () => getEvent({ ownerId, eventId });

describe('updateEvent', () => {
  it('changes the given fields, leaves the others, and returns the new version, in one request', async () => {
    const before = await event();
    takeRequests();
    expect(await updateEvent(asEditor(ownerId), eventId, { name: 'Ball' })).toEqual({ version: 2 });
    expect(takeRequests().names).toEqual(['UpdateItemCommand']);
    expect(await event()).toEqual({ ...before, name: 'Ball', version: 2, updated_at: expect.any(Number) });
  });

  it('throws for an event that does not exist, and creates none', async () => {
    const before = await tableContent();
    await expect(updateEvent(asEditor(ownerId), 1, { name: 'Ball' })).rejects.toThrow(NotFoundError);
    await expect(updateEvent(asEditor(randomUUID()), eventId, { name: 'Ball' })).rejects.toThrow(
      NotFoundError,
    );
    expect(await tableContent()).toEqual(before);
  });

  it('changes one of the named versions, and no other', async () => {
    await expect(
      updateEvent(asEditor(ownerId), eventId, { name: 'Ball' }, { 'if-match': [0, 2] }),
    ).rejects.toThrow(PreconditionError);
    expect(await event()).toMatchObject({ name: 'Party', version: 1 });
    expect(await updateEvent(asEditor(ownerId), eventId, { name: 'Ball' }, { 'if-match': [0, 1] })).toEqual({
      version: 2,
    });
  });

  it('needs a second request for an amount in a currency with other digits', async () => {
    await updateEvent(asEditor(ownerId), eventId, { currency: { code: 'KWD', digits: 3 } });
    takeRequests();
    expect(await updateEvent(asEditor(ownerId), eventId, { limit_amount: 7_000 })).toEqual({ version: 3 });
    expect(takeRequests().names).toEqual(['UpdateItemCommand', 'UpdateItemCommand']);
    expect(await event()).toMatchObject({ limit_cents: 7_000, digits: 3 });
    // This amount tells its digits.
    takeRequests();
    expect(await updateEvent(asEditor(ownerId), eventId, { limit_amount: 7_001 })).toEqual({ version: 4 });
    expect(takeRequests().names).toEqual(['UpdateItemCommand']);
  });

  it('changes the guests and the budgets per guest in a read and a write', async () => {
    const body = { name: 'Drinks', category: '', amounts: { unit_amount: 3_500, spent: 0 }, per_guest: true };
    const path = { event_id: eventId };
    const {
      event: _,
      guests: __,
      ...drinks
    } = await createBudget(asEditor(ownerId), { path, headers: {}, body });
    takeRequests();
    expect(await updateEvent(asEditor(ownerId), eventId, { guests: 80, name: 'Ball' })).toEqual({
      version: 3,
    });
    expect(takeRequests().names).toEqual(['GetItemCommand', 'UpdateItemCommand']);
    expect(await event()).toMatchObject({ name: 'Ball', guests: 80, total_cents: 28_000 });
    expect((await event())?.budgets).toEqual([{ ...drinks, amount_cents: 28_000, version: 3 }]);
    await updateEvent(asEditor(ownerId), eventId, { guests: null });
    expect(await event()).not.toHaveProperty('guests');
    expect(await event()).toMatchObject({ total_cents: 0, version: 4 });
  });

  it('refuses an amount that does not fit the event’s digits, and also without an event', async () => {
    for (const id of [eventId, 1])
      await expect(updateEvent(asEditor(ownerId), id, { limit_amount: 7_001 })).rejects.toThrow(
        InvalidFieldsError,
      );
    expect(await event()).not.toHaveProperty('limit_cents');
  });
});
