import { randomUUID } from 'node:crypto';
import { beforeEach, describe, expect, it } from 'vitest';
import { createBudget } from '../../../lib/budgets/create-budget.ts';
import { deleteBudget } from '../../../lib/budgets/delete-budget.ts';
import type { NewBudget } from '../../../lib/budgets/request.ts';
import { updateBudget } from '../../../lib/budgets/update-budget.ts';
import { NotFoundError, PreconditionError } from '../../../lib/errors.ts';
import { createEvent, getEvent } from '../../../lib/events/repository.ts';
import { takeRequests } from '../../support/database-requests.ts';
import { asEditor } from '../../support/event-callers.ts';

const fields = { name: 'Party', description: '', event_date: '2026-07-04' };
const band: NewBudget = { name: 'Band', category: 'Music', amount: 50, spent: 10 };

let ownerId: string;
let event_id: number;
beforeEach(async () => {
  ownerId = randomUUID();
  ({ id: event_id } = await createEvent({ accountId: ownerId }, fields));
});

const create = async (body: NewBudget = band) =>
  (await createBudget(asEditor(ownerId), { path: { event_id }, headers: {}, body })).budget;
const remove = (id: number, versions?: number[]) =>
  deleteBudget(asEditor(ownerId), { path: { event_id, id }, headers: { 'if-match': versions } });
const event = () => getEvent({ ownerId, eventId: event_id });

describe('deleteBudget', () => {
  it.each<[string, NewBudget]>([
    ['a budget', band],
    ['an income', { ...band, kind: 'income' }],
    ['a budget with a due date', { ...band, due_date: '2026-06-30' }],
  ])('removes %s and what it adds to the sums, in a read and a write', async (_, body) => {
    const kept = await create();
    const before = await event();
    const { id } = await create(body);
    takeRequests();
    await remove(id);
    expect(takeRequests().names).toEqual(['GetItemCommand', 'UpdateItemCommand']);
    expect(await event()).toEqual({
      ...before,
      ...{ version: 4, frame: 1, updated_at: expect.any(Number), budgets: [kept] },
    });
  });

  it('throws the second time, and for an event that does not exist', async () => {
    const { id } = await create();
    await remove(id);
    await expect(remove(id)).rejects.toThrow(NotFoundError);
    event_id = 1;
    await expect(remove(id)).rejects.toThrow(NotFoundError);
  });

  it('removes one of the named versions, and no other', async () => {
    const { id } = await create();
    await updateBudget(asEditor(ownerId), { path: { event_id, id }, headers: {}, body: { name: 'Choir' } });
    await expect(remove(id, [0, 2, 3])).rejects.toThrow(PreconditionError);
    expect((await event())?.budgets).toHaveLength(1);
    await remove(id, [1]);
    expect((await event())?.budgets).toEqual([]);
  });
});
