import { describe, expect, it } from 'vitest';
import type { NewBudget } from '../../../lib/budgets/budget-fields.ts';
import {
  createBudget,
  deleteBudget,
  getBudget,
  listBudgets,
} from '../../../lib/budgets/budget-repository.ts';
import type { Budget } from '../../../lib/budgets/line.ts';
import { updateBudget } from '../../../lib/budgets/update-budget.ts';
import type { EventReference } from '../../../lib/dynamodb/keys.ts';
import { createEvent } from '../../../lib/events/create-event.ts';
import { deleteEvent, getEvent } from '../../../lib/events/event-repository.ts';

/** Amounts of a request are in thousandths. */
const line = { name: 'Band', category: 'Music', amounts: { amount: 50_000, spent: 0 } };

let accounts = 0;
async function newEvent(): Promise<EventReference> {
  const ownerId = `account-${++accounts}`;
  const fields = { name: 'Party', description: '', event_date: '2026-07-04' };
  const { id } = await createEvent(ownerId, fields);
  return { ownerId, eventId: id };
}

async function newBudget(event: EventReference, fields: NewBudget = line): Promise<Budget> {
  const budget = await createBudget(event, fields);
  if (typeof budget === 'string') throw new Error(`The event is ${budget}`);
  return budget;
}

const linesOf = async (event: EventReference) => (await listBudgets(event))?.budgets;

describe('createBudget', () => {
  it('returns the stored line', async () => {
    const event = await newEvent();
    const budget = await createBudget(event, line);
    expect(budget).toMatchObject({ name: 'Band', category: 'Music', amount_cents: 5_000, spent_cents: 0 });
    expect(await linesOf(event)).toEqual([budget]);
  });

  it('returns no event for one that does not exist, and creates none', async () => {
    const event = await newEvent();
    await deleteEvent(event);
    expect(await createBudget(event, line)).toBe('no event');
    expect(await getEvent(event)).toBeUndefined();
  });
});

describe('updateBudget', () => {
  it('changes the given fields and leaves the others', async () => {
    const event = await newEvent();
    const budget = await newBudget(event);
    expect(await updateBudget(event, budget.id, { name: 'Choir', amounts: { spent: 10 } })).toEqual({
      version: 3,
    });
    expect(await linesOf(event)).toEqual([{ ...budget, name: 'Choir', spent_cents: 1, version: 3 }]);
  });

  it('returns missing for a line that does not exist, and creates none', async () => {
    const event = await newEvent();
    const changes = { name: 'Choir', amounts: {} };
    expect(await updateBudget(event, 1, changes)).toBe('missing');
    expect(await updateBudget({ ...event, eventId: 1 }, 1, changes)).toBe('no event');
    expect(await linesOf(event)).toEqual([]);
    expect(await getEvent({ ...event, eventId: 1 })).toBeUndefined();
  });
});

describe('getBudget', () => {
  it('returns one line of the event, and no other', async () => {
    const event = await newEvent();
    await newBudget(event);
    const budget = await newBudget(event, { ...line, name: 'Choir' });
    expect(await getBudget(event, budget.id)).toEqual(budget);
    expect(await getBudget(event, 1)).toBeUndefined();
    expect(await getBudget({ ...event, eventId: 1 }, budget.id)).toBeUndefined();
  });
});

describe('deleteBudget', () => {
  it('removes the line, and returns missing the second time', async () => {
    const event = await newEvent();
    const budget = await newBudget(event);
    expect(await deleteBudget(event, budget.id)).toBe('done');
    expect(await deleteBudget(event, budget.id)).toBe('missing');
    expect(await linesOf(event)).toEqual([]);
  });
});
