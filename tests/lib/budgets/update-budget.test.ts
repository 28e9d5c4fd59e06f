import { randomUUID } from 'node:crypto';
import { beforeEach, describe, expect, it } from 'vitest';
import { createBudget } from '../../../lib/budgets/create-budget.ts';
import type { BudgetChanges, NewBudget } from '../../../lib/budgets/request.ts';
import { updateBudget } from '../../../lib/budgets/update-budget.ts';
import { InvalidFieldsError, NotFoundError, PreconditionError } from '../../../lib/errors.ts';
import type { Budget } from '../../../lib/events/budget.ts';
import { createEvent, getEvent } from '../../../lib/events/repository.ts';
import { takeRequests } from '../../support/database-requests.ts';
import { asEditor } from '../../support/event-callers.ts';
import { tableContent } from '../../support/table-content.ts';

const band: NewBudget = { name: 'Band', category: 'Music', amount: 50, spent: 0 };
const fields = { name: 'Party', description: '', event_date: '2026-07-04' };

let ownerId: string;
let event_id: number;
let budget: Budget;
beforeEach(async () => {
  ownerId = randomUUID();
  ({ id: event_id } = await createEvent({ accountId: ownerId }, fields));
  ({ budget } = await createBudget(asEditor(ownerId), { path: { event_id }, headers: {}, body: band }));
});

const update = (body: BudgetChanges, versions?: number[], id = budget.id) =>
  updateBudget(asEditor(ownerId), { path: { event_id, id }, headers: { 'if-match': versions }, body });
const event = () => getEvent({ ownerId, eventId: event_id });
/** The budget after a change. */
const changed = (fields: Partial<Budget>) => ({ ...budget, ...fields, updated_at: expect.any(Number) });

describe('updateBudget', () => {
  it('changes the given fields, leaves the others, and returns the new version, in a read and a write', async () => {
    takeRequests();
    expect(await update({ name: 'Choir', spent: 0.01 })).toMatchObject({ version: 1 });
    expect(takeRequests().names).toEqual(['GetItemCommand', 'UpdateItemCommand']);
    expect((await event())?.budgets).toEqual([changed({ name: 'Choir', spent_cents: 1, version: 1 })]);
    expect(await event()).toMatchObject({ version: 3, total_cents: 5_000, spent_cents: 1, budgets_count: 1 });
  });

  it('sets and removes what a budget may not have, and counts due dates', async () => {
    await update({ vendor: 'Ada & Co.', due_date: '2026-06-30', paid: true });
    expect(await event()).toMatchObject({ due_count: 1, budgets: [{ vendor: 'Ada & Co.', paid: true }] });
    await update({ vendor: null, due_date: null });
    expect(await event()).toMatchObject({ due_count: 0 });
    expect((await event())?.budgets).toEqual([changed({ paid: true, version: 2 })]);
  });

  it('adds the amount of an income to the income alone', async () => {
    const income = { ...band, kind: 'income' as const };
    ({ budget } = await createBudget(asEditor(ownerId), { path: { event_id }, headers: {}, body: income }));
    expect(await update({ amount: 0.07 })).toMatchObject({ version: 1 });
    expect(await event()).toMatchObject({ total_cents: 5_000, income_cents: 7 });
  });

  it('throws for a budget that does not exist, and creates none', async () => {
    const before = await tableContent();
    const changes = { name: 'Choir' };
    await expect(update(changes, undefined, 1)).rejects.toThrow(NotFoundError);
    event_id = 1;
    await expect(update(changes)).rejects.toThrow(NotFoundError);
    expect(await tableContent()).toEqual(before);
  });

  it('changes one of the named versions, and no other', async () => {
    await expect(update({ spent: 0.01 }, [1, 2])).rejects.toThrow(PreconditionError);
    expect(await update({ spent: 0.01 }, [7, 0])).toMatchObject({ version: 1 });
    expect(await update({ spent: 0.02 }, [1])).toMatchObject({ version: 2 });
  });

  it('refuses an amount that does not fit the event’s digits', async () => {
    await expect(update({ spent: 0.001 })).rejects.toThrow(InvalidFieldsError);
    expect((await event())?.budgets).toEqual([budget]);
  });
});

describe('updateBudget with a unit amount', () => {
  const drinks = { unit_amount: 3.5, quantity: 2 };

  it('changes the amount that follows', async () => {
    expect(await update(drinks)).toMatchObject({ version: 1 });
    expect((await event())?.budgets).toEqual([
      changed({ amount_cents: 700, unit_cents: 350, quantity: 2, version: 1 }),
    ]);
    expect(await event()).toMatchObject({ total_cents: 700, budgets_count: 1 });
  });

  it('changes other fields, and refuses the amount', async () => {
    await update(drinks);
    await update({ name: 'Wine', spent: 0.01, paid: true, due_date: '2026-06-30' });
    await expect(update({ amount: 0.01 })).rejects.toMatchObject({
      fields: [{ field: 'amount', problem: 'derived: follows from the unit amount' }],
    });
    expect(await event()).toMatchObject({ total_cents: 700, spent_cents: 1, due_count: 1, open_days: {} });
  });
});
