import { randomUUID } from 'node:crypto';
import { beforeEach, describe, expect, it } from 'vitest';
import { createBudget, noBudget } from '../../../lib/budgets/repository.ts';
import type { NewBudget } from '../../../lib/budgets/request.ts';
import { updateBudget } from '../../../lib/budgets/update-budget.ts';
import { InvalidFieldsError, PreconditionError } from '../../../lib/errors.ts';
import type { Budget } from '../../../lib/events/budget.ts';
import { noEvent } from '../../../lib/events/event-update.ts';
import { createEvent, getEvent } from '../../../lib/events/repository.ts';
import { takeRequests } from '../../support/database-requests.ts';
import { asEditor } from '../../support/event-callers.ts';
import { tableContent } from '../../support/table-content.ts';

const band: NewBudget = { name: 'Band', category: 'Music', amounts: { amount: 50_000, spent: 0 } };
const fields = { name: 'Party', description: '', event_date: '2026-07-04' };

let ownerId: string;
let event_id: number;
let budget: Budget;
beforeEach(async () => {
  ownerId = randomUUID();
  ({ id: event_id } = await createEvent(ownerId, fields));
  budget = await createBudget(asEditor(ownerId), { path: { event_id }, headers: {}, body: band });
});

const update = (changes: Parameters<typeof updateBudget>[2], versions?: number[], id = budget.id) =>
  updateBudget(asEditor(ownerId), { event_id, id }, changes, { 'if-match': versions });
const event = () => getEvent({ ownerId, eventId: event_id });

describe('updateBudget', () => {
  it('changes the given fields, leaves the others, and returns the new version, in one request', async () => {
    takeRequests();
    expect(await update({ name: 'Choir', amounts: { spent: 10 } })).toEqual({ version: 3 });
    expect(takeRequests().names).toEqual(['UpdateItemCommand']);
    expect((await event())?.budgets).toEqual([{ ...budget, name: 'Choir', spent_cents: 1, version: 3 }]);
    expect(await event()).toMatchObject({ version: 3, total_cents: 5_000, spent_cents: 1, budgets_count: 1 });
  });

  it('sets and removes what a budget may not have, and counts due dates', async () => {
    await update({ vendor: 'Ada & Co.', due_date: '2026-06-30', paid: true, amounts: {} });
    expect(await event()).toMatchObject({ due_count: 1, budgets: [{ vendor: 'Ada & Co.', paid: true }] });
    await update({ vendor: null, due_date: null, amounts: {} });
    expect(await event()).toMatchObject({ due_count: 0 });
    expect((await event())?.budgets).toEqual([{ ...budget, paid: true, version: 4 }]);
  });

  it('needs a second request for the amount of an income, which adds to the income alone', async () => {
    const income = { ...band, kind: 'income' as const };
    budget = await createBudget(asEditor(ownerId), { path: { event_id }, headers: {}, body: income });
    takeRequests();
    expect(await update({ amounts: { amount: 70 } })).toEqual({ version: 4 });
    expect(takeRequests().names).toEqual(['UpdateItemCommand', 'UpdateItemCommand']);
    expect(await event()).toMatchObject({ total_cents: 5_000, income_cents: 7 });
    takeRequests();
    expect(await update({ name: 'Tickets', amounts: {} })).toEqual({ version: 5 });
    expect(takeRequests().names).toEqual(['UpdateItemCommand']);
  });

  it('throws for a budget that does not exist, and creates none', async () => {
    const before = await tableContent();
    const changes = { name: 'Choir', amounts: {} };
    await expect(update(changes, undefined, 1)).rejects.toEqual(noBudget());
    event_id = 1;
    await expect(update(changes)).rejects.toEqual(noEvent());
    expect(await tableContent()).toEqual(before);
  });

  it('changes one of the named versions, and no other', async () => {
    await expect(update({ amounts: { spent: 10 } }, [1, 2])).rejects.toThrow(PreconditionError);
    expect(await update({ amounts: { spent: 10 } }, [7, 0])).toEqual({ version: 3 });
    expect(await update({ amounts: { spent: 20 } }, [3])).toEqual({ version: 4 });
  });

  it('refuses an amount that does not fit the event’s digits', async () => {
    await expect(update({ amounts: { spent: 1 } })).rejects.toThrow(InvalidFieldsError);
    expect((await event())?.budgets).toEqual([budget]);
  });
});

describe('updateBudget with a unit amount', () => {
  const drinks = { amounts: { unit_amount: 3_500 }, quantity: 2 };

  it('reads the event, and writes what has changed', async () => {
    takeRequests();
    expect(await update(drinks)).toEqual({ version: 3 });
    expect(takeRequests().names).toEqual(['GetItemCommand', 'UpdateItemCommand']);
    expect((await event())?.budgets).toEqual([
      { ...budget, amount_cents: 700, unit_cents: 350, quantity: 2, version: 3 },
    ]);
    expect(await event()).toMatchObject({ total_cents: 700, budgets_count: 1 });
  });

  it('writes other fields unread, and refuses the amount after a condition that fails', async () => {
    await update(drinks);
    takeRequests();
    await update({ name: 'Wine', amounts: { spent: 10 }, paid: true, due_date: '2026-06-30' });
    expect(takeRequests().names).toEqual(['UpdateItemCommand']);
    await expect(update({ amounts: { amount: 10 } })).rejects.toMatchObject({
      fields: [{ field: 'amount', problem: 'derived: follows from the unit amount' }],
    });
    expect(takeRequests().names).toEqual(['UpdateItemCommand']);
    expect(await event()).toMatchObject({ total_cents: 700, spent_cents: 1, due_count: 1, open_count: 0 });
  });

  it('throws for a budget or an event that does not exist', async () => {
    const before = await tableContent();
    await expect(update(drinks, undefined, 1)).rejects.toEqual(noBudget());
    event_id = 1;
    await expect(update(drinks)).rejects.toEqual(noEvent());
    expect(await tableContent()).toEqual(before);
  });

  it('changes one of the named versions, and no other', async () => {
    await expect(update(drinks, [1, 2])).rejects.toThrow(PreconditionError);
    expect(await update(drinks, [7, 0])).toEqual({ version: 3 });
  });
});
