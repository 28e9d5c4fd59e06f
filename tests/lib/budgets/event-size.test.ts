import { expect, it } from 'vitest';
import { createBudget, listBudgets } from '../../../lib/budgets/budget-repository.ts';
import { LimitExceededError } from '../../../lib/errors.ts';
import { createEvent } from '../../../lib/events/create-event.ts';
import { updateEvent } from '../../../lib/events/update-event.ts';

const line = { name: '🎈'.repeat(255), category: '🎈'.repeat(100), amounts: { amount: 50_000, spent: 0 } };

/** dynalite counts an emoji as 2 bytes, DynamoDB as 4. */
it('an event of 400 KB takes no larger lines, and keeps the existing ones', {
  timeout: 120_000,
}, async () => {
  const fields = { name: 'Party', description: '', event_date: '2026-07-04' };
  const event = { ownerId: 'an-account', eventId: (await createEvent('an-account', fields)).id };
  const budgets: unknown[] = [];
  const fill = async () => {
    for (;;) budgets.push(await createBudget(event, line));
  };
  await expect(fill()).rejects.toThrow(LimitExceededError);
  expect(budgets.length).toBeGreaterThan(200);
  const description = '🎈'.repeat(2_000);
  await expect(updateEvent(event, { description })).rejects.toThrow(LimitExceededError);
  expect((await listBudgets(event))?.budgets).toEqual(budgets);
});
