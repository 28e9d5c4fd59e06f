import { describe, expect, it } from 'vitest';
import type { Budget } from '../../../lib/budgets/budget.ts';
import { createBudget, deleteBudget, updateBudget } from '../../../lib/budgets/budget-repository.ts';
import { LimitExceededError } from '../../../lib/errors.ts';
import { createEvent, deleteEvent, getEvent, updateEvent } from '../../../lib/events/event-repository.ts';

const line = { name: 'Band', category: 'Music', amount_cents: 5_000, spent_cents: 0 };

let accounts = 0;
async function newEvent() {
  const accountId = `account-${++accounts}`;
  return {
    accountId,
    eventId: await createEvent(accountId, { name: 'Party', description: '', event_date: '2026-07-04' }),
  };
}

const budgetsOf = async (accountId: string, eventId: number) => (await getEvent(accountId, eventId))?.budgets;

describe('createBudget', () => {
  it('gives back the stored line', async () => {
    const { accountId, eventId } = await newEvent();
    const budget = await createBudget(accountId, eventId, line);
    expect(budget).toMatchObject(line);
    expect(await budgetsOf(accountId, eventId)).toEqual([budget]);
  });

  it('gives nothing for an event that is not there, and makes none', async () => {
    const { accountId, eventId } = await newEvent();
    await deleteEvent(accountId, eventId);
    expect(await createBudget(accountId, eventId, line)).toBeUndefined();
    expect(await getEvent(accountId, eventId)).toBeUndefined();
  });
});

/** dynalite counts an emoji as 2 bytes, DynamoDB as 4. */
describe.runIf(process.env['EMULATOR'] === 'dynoxide')('an event of 400 KB', () => {
  it('takes no further line and no larger one, and keeps those it has', { timeout: 120_000 }, async () => {
    const { accountId, eventId } = await newEvent();
    const wide = { ...line, name: '🎈'.repeat(255), category: '🎈'.repeat(100) };
    const budgets: (Budget | undefined)[] = [];
    const fill = async () => {
      for (;;) budgets.push(await createBudget(accountId, eventId, wide));
    };
    await expect(fill()).rejects.toThrow(LimitExceededError);
    expect(budgets.length).toBeGreaterThan(200);
    const description = '🎈'.repeat(2_000);
    await expect(updateEvent(accountId, eventId, { description })).rejects.toThrow(LimitExceededError);
    expect(await budgetsOf(accountId, eventId)).toEqual(budgets);
  });
});

describe('updateBudget', () => {
  it('changes what it is given and leaves the rest', async () => {
    const { accountId, eventId } = await newEvent();
    const budget = await createBudget(accountId, eventId, line);
    expect(await updateBudget(accountId, eventId, budget?.id ?? 0, { name: 'Choir', spent_cents: 1 })).toBe(
      true,
    );
    expect(await budgetsOf(accountId, eventId)).toEqual([{ ...budget, name: 'Choir', spent_cents: 1 }]);
  });

  it('is false for a line that is not there, and makes none', async () => {
    const { accountId, eventId } = await newEvent();
    expect(await updateBudget(accountId, eventId, 1, { name: 'Choir' })).toBe(false);
    expect(await updateBudget(accountId, 1, 1, { name: 'Choir' })).toBe(false);
    expect(await budgetsOf(accountId, eventId)).toEqual([]);
    expect(await getEvent(accountId, 1)).toBeUndefined();
  });
});

describe('deleteBudget', () => {
  it('removes the line, once', async () => {
    const { accountId, eventId } = await newEvent();
    const budget = await createBudget(accountId, eventId, line);
    expect(await deleteBudget(accountId, eventId, budget?.id ?? 0)).toBe(true);
    expect(await deleteBudget(accountId, eventId, budget?.id ?? 0)).toBe(false);
    expect(await budgetsOf(accountId, eventId)).toEqual([]);
  });
});
