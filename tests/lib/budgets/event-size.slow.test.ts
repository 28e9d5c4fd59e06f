import { expect, it } from 'vitest';
import { createBudget } from '../../../lib/budgets/create-budget.ts';
import { eventTooLarge } from '../../../lib/errors.ts';
import { createEvent, getEvent } from '../../../lib/events/repository.ts';
import { updateEvent } from '../../../lib/events/update-event.ts';
import { asEditor } from '../../support/event-callers.ts';

const body = { name: '🎈'.repeat(255), category: '🎈'.repeat(100), amount: 50, spent: 0 };

it('an event of 200 KB takes no larger budgets, and keeps the existing ones', {
  timeout: 120_000,
}, async () => {
  const fields = { name: 'Party', description: '', event_date: '2026-07-04' };
  const { id: event_id } = await createEvent({ accountId: 'an-account' }, fields);
  const budgets: unknown[] = [];
  const fill = async () => {
    for (;;)
      budgets.push(
        (await createBudget(asEditor('an-account'), { path: { event_id }, headers: {}, body })).budget,
      );
  };
  await expect(fill()).rejects.toEqual(eventTooLarge());
  expect(budgets.length).toBeGreaterThan(100);
  const description = '🎈'.repeat(2_000);
  const longer = { path: { id: event_id }, headers: {}, body: { description } };
  await expect(updateEvent(asEditor('an-account'), longer)).rejects.toEqual(eventTooLarge());
  const event = await getEvent({ ownerId: 'an-account', eventId: event_id });
  expect(event?.budgets).toEqual(budgets);
});
