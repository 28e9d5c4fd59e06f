import { randomUUID } from 'node:crypto';
import { beforeEach, describe, expect, it } from 'vitest';
import { createBudget } from '../../../lib/budgets/create-budget.ts';
import { InvalidFieldsError, NotFoundError, PreconditionError } from '../../../lib/errors.ts';
import { createEvent, getEvent } from '../../../lib/events/repository.ts';
import type { EventChanges } from '../../../lib/events/request.ts';
import { updateEvent } from '../../../lib/events/update-event.ts';
import { takeRequests } from '../../support/database-requests.ts';
import { asEditor } from '../../support/event-callers.ts';
import { tableContent } from '../../support/table-content.ts';

const fields = { name: 'Party', description: '', event_date: '2026-07-04' };

let ownerId: string;
let eventId: number;
beforeEach(async () => {
  ownerId = randomUUID();
  ({ id: eventId } = await createEvent({ accountId: ownerId }, fields));
});

const update = (body: EventChanges, versions?: number[], { accountId = ownerId, id = eventId } = {}) =>
  updateEvent(asEditor(accountId), { path: { id }, headers: { 'if-match': versions }, body });
const event = () => getEvent({ ownerId, eventId });

describe('updateEvent', () => {
  it('changes the given fields, leaves the others, and returns the new version, in a read and a write', async () => {
    const before = await event();
    takeRequests();
    expect(await update({ name: 'Ball' })).toMatchObject({ version: 2 });
    expect(takeRequests().names).toEqual(['GetItemCommand', 'UpdateItemCommand']);
    expect(await event()).toEqual({
      ...before,
      ...{ name: 'Ball', version: 2, frame: 1, updated_at: expect.any(Number) },
    });
  });

  it('throws for an event that does not exist, and creates none', async () => {
    const before = await tableContent();
    await expect(update({ name: 'Ball' }, undefined, { id: 1 })).rejects.toThrow(NotFoundError);
    await expect(update({ name: 'Ball' }, undefined, { accountId: randomUUID() })).rejects.toThrow(
      NotFoundError,
    );
    expect(await tableContent()).toEqual(before);
  });

  it('changes one of the named versions, and no other', async () => {
    await expect(update({ name: 'Ball' }, [0, 2])).rejects.toThrow(PreconditionError);
    expect(await event()).toMatchObject({ name: 'Party', version: 1 });
    expect(await update({ name: 'Ball' }, [0, 1])).toMatchObject({ version: 2 });
  });

  it('takes an amount in the digits of the currency', async () => {
    const kuwait = { currency: { code: 'KWD', digits: 3 as const } };
    await update(kuwait);
    await update({ limit_amount: 7.001 });
    expect(await event()).toMatchObject({ limit_cents: 7_001, digits: 3 });
  });

  it('changes the guests and the budgets per guest in a read and a write', async () => {
    const body = { name: 'Drinks', category: '', unit_amount: 3.5, spent: 0, per_guest: true };
    const path = { event_id: eventId };
    const { budget } = await createBudget(asEditor(ownerId), { path, headers: {}, body });
    takeRequests();
    expect(await update({ guests: 80, name: 'Ball' })).toMatchObject({ version: 3 });
    expect(takeRequests().names).toEqual(['GetItemCommand', 'UpdateItemCommand']);
    expect(await event()).toMatchObject({ name: 'Ball', guests: 80, total_cents: 28_000 });
    expect((await event())?.budgets).toEqual([
      { ...budget, amount_cents: 28_000, version: 1, updated_at: expect.any(Number) },
    ]);
    await update({ guests: null });
    expect(await event()).not.toHaveProperty('guests');
    expect(await event()).toMatchObject({ total_cents: 0, version: 4 });
  });

  it('refuses an amount that does not fit the event’s digits', async () => {
    await expect(update({ limit_amount: 7.001 })).rejects.toThrow(InvalidFieldsError);
    expect(await event()).not.toHaveProperty('limit_cents');
  });
});
