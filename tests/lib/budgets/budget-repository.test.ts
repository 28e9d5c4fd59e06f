import { describe, expect, it } from 'vitest';
import type { Budget } from '../../../lib/budgets/budget.ts';
import {
  createBudget,
  deleteBudget,
  getBudget,
  listBudgets,
  updateBudget,
} from '../../../lib/budgets/budget-repository.ts';
import type { EventReference } from '../../../lib/dynamodb/keys.ts';
import { LimitExceededError } from '../../../lib/errors.ts';
import { createEvent, deleteEvent, getEvent, updateEvent } from '../../../lib/events/event-repository.ts';

const line = { name: 'Band', category: 'Music', amount_cents: 5_000, spent_cents: 0 };

let accounts = 0;
async function newEvent(): Promise<EventReference> {
  const ownerId = `account-${++accounts}`;
  const fields = { name: 'Party', description: '', event_date: '2026-07-04' };
  return { ownerId, eventId: await createEvent(ownerId, fields) };
}

describe('createBudget', () => {
  it('returns the stored line', async () => {
    const event = await newEvent();
    const budget = await createBudget(event, line);
    expect(budget).toMatchObject(line);
    expect(await listBudgets(event)).toEqual([budget]);
  });

  it('returns undefined for an event that does not exist, and creates none', async () => {
    const event = await newEvent();
    await deleteEvent(event);
    expect(await createBudget(event, line)).toBeUndefined();
    expect(await getEvent(event)).toBeUndefined();
  });
});

/** dynalite counts an emoji as 2 bytes, DynamoDB as 4. */
describe.runIf(process.env['EMULATOR'] === 'dynoxide')('an event of 400 KB', () => {
  it('rejects new and larger lines, and keeps the existing ones', { timeout: 120_000 }, async () => {
    const event = await newEvent();
    const wide = { ...line, name: '🎈'.repeat(255), category: '🎈'.repeat(100) };
    const budgets: (Budget | undefined)[] = [];
    const fill = async () => {
      for (;;) budgets.push(await createBudget(event, wide));
    };
    await expect(fill()).rejects.toThrow(LimitExceededError);
    expect(budgets.length).toBeGreaterThan(200);
    const description = '🎈'.repeat(2_000);
    await expect(updateEvent(event, { description })).rejects.toThrow(LimitExceededError);
    expect(await listBudgets(event)).toEqual(budgets);
  });
});

describe('updateBudget', () => {
  it('changes the given fields and leaves the others', async () => {
    const event = await newEvent();
    const budget = await createBudget(event, line);
    expect(await updateBudget(event, budget?.id ?? 0, { name: 'Choir', spent_cents: 1 })).toBe('done');
    expect(await listBudgets(event)).toEqual([{ ...budget, name: 'Choir', spent_cents: 1 }]);
  });

  it('returns missing for a line that does not exist, and creates none', async () => {
    const event = await newEvent();
    expect(await updateBudget(event, 1, { name: 'Choir' })).toBe('missing');
    expect(await updateBudget({ ...event, eventId: 1 }, 1, { name: 'Choir' })).toBe('missing');
    expect(await listBudgets(event)).toEqual([]);
    expect(await getEvent({ ...event, eventId: 1 })).toBeUndefined();
  });
});

describe('getBudget', () => {
  it('returns one line of the event, and no other', async () => {
    const event = await newEvent();
    await createBudget(event, line);
    const budget = await createBudget(event, { ...line, name: 'Choir' });
    expect(await getBudget(event, budget?.id ?? 0)).toEqual(budget);
    expect(await getBudget(event, 1)).toBeUndefined();
    expect(await getBudget({ ...event, eventId: 1 }, budget?.id ?? 0)).toBeUndefined();
  });
});

describe('deleteBudget', () => {
  it('removes the line, and returns missing the second time', async () => {
    const event = await newEvent();
    const budget = await createBudget(event, line);
    expect(await deleteBudget(event, budget?.id ?? 0)).toBe('done');
    expect(await deleteBudget(event, budget?.id ?? 0)).toBe('missing');
    expect(await listBudgets(event)).toEqual([]);
  });
});
