import { randomUUID } from 'node:crypto';
import { beforeEach, describe, expect, it } from 'vitest';
import { createBudget, deleteBudget, noBudget } from '../../../lib/budgets/repository.ts';
import type { NewBudget } from '../../../lib/budgets/request.ts';
import { updateBudget } from '../../../lib/budgets/update-budget.ts';
import { PreconditionError } from '../../../lib/errors.ts';
import { noEvent } from '../../../lib/events/event-update.ts';
import { createEvent, getEvent } from '../../../lib/events/repository.ts';
import { takeRequests } from '../../support/database-requests.ts';
import { asEditor } from '../../support/event-callers.ts';

const fields = { name: 'Party', description: '', event_date: '2026-07-04' };
const band: NewBudget = { name: 'Band', category: 'Music', amounts: { amount: 50_000, spent: 10_000 } };

let ownerId: string;
let event_id: number;
beforeEach(async () => {
  ownerId = randomUUID();
  ({ id: event_id } = await createEvent(ownerId, fields));
});

const create = (body: NewBudget = band) =>
  createBudget(asEditor(ownerId), { path: { event_id }, headers: {}, body });
const remove = (id: number, versions?: number[]) =>
  deleteBudget(asEditor(ownerId), { event_id, id }, { 'if-match': versions });
const event = () => getEvent({ ownerId, eventId: event_id });

describe('deleteBudget', () => {
  it.each<[string, NewBudget]>([
    ['a budget', band],
    ['an income', { ...band, kind: 'income' }],
    ['a budget with a due date', { ...band, due_date: '2026-06-30' }],
  ])('removes %s and what it adds to the sums, in one request', async (_, body) => {
    const kept = await create();
    const before = await event();
    const { id } = await create(body);
    takeRequests();
    await remove(id);
    expect(takeRequests().names).toEqual(['UpdateItemCommand']);
    expect(await event()).toEqual({ ...before, version: 4, updated_at: expect.any(Number), budgets: [kept] });
  });

  it('throws the second time, and for an event that does not exist', async () => {
    const { id } = await create();
    await remove(id);
    await expect(remove(id)).rejects.toEqual(noBudget());
    event_id = 1;
    await expect(remove(id)).rejects.toEqual(noEvent());
  });

  it('removes one of the named versions, and no other', async () => {
    const { id } = await create();
    await updateBudget(asEditor(ownerId), { event_id, id }, { name: 'Choir', amounts: {} });
    await expect(remove(id, [0, 1, 2])).rejects.toThrow(PreconditionError);
    expect((await event())?.budgets).toHaveLength(1);
    await remove(id, [3]);
    expect((await event())?.budgets).toEqual([]);
  });
});
