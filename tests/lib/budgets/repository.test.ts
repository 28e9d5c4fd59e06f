import { randomUUID } from 'node:crypto';
import { describe, expect, it } from 'vitest';
import { createBudget, getBudget } from '../../../lib/budgets/repository.ts';
import type { NewBudget } from '../../../lib/budgets/request.ts';
import { createEvent } from '../../../lib/events/repository.ts';
import { asEditor } from '../../support/event-callers.ts';

const fields = { name: 'Party', description: '', event_date: '2026-07-04' };
const band: NewBudget = { name: 'Band', category: 'Music', amounts: { amount: 50_000, spent: 0 } };

describe('getBudget', () => {
  it('returns one budget of the event, and no other', async () => {
    const ownerId = randomUUID();
    const { id: eventId } = await createEvent(ownerId, fields);
    const create = (body: NewBudget) =>
      createBudget(asEditor(ownerId), { path: { event_id: eventId }, headers: {}, body });
    await create(band);
    const budget = await create({ ...band, name: 'Choir' });
    const event = { ownerId, eventId };
    expect(await getBudget(event, budget.id)).toEqual(budget);
    expect(await getBudget(event, 1)).toBeUndefined();
    expect(await getBudget({ ...event, eventId: 1 }, budget.id)).toBeUndefined();
    expect(await getBudget({ ...event, ownerId: randomUUID() }, budget.id)).toBeUndefined();
  });
});
