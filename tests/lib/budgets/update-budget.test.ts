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
