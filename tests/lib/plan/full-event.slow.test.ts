import { expect, it } from 'vitest';
import { eventTooLarge } from '../../../lib/errors.ts';
import { changedEvent } from '../../../lib/events/update-event.ts';
import { changeEvent } from '../../../lib/plan/change-event.ts';
import { getEvent } from '../../../lib/plan/repository.ts';
import { addedBudget, createdEvent } from '../../support/created-event.ts';
import { asEditor } from '../../support/event-callers.ts';

const body = { name: '🎈'.repeat(255), category: '🎈'.repeat(100), amount: 50, spent: 0 };

it('an event of 200 KB takes no larger budgets, and keeps the existing ones', {
  timeout: 120_000,
}, async () => {
  const fields = { name: 'Party', description: '', event_date: '2026-07-04' };
  const { id: event_id } = await createdEvent({ accountId: 'an-account' }, fields);
  const budgets: unknown[] = [];
  const fill = async () => {
    for (;;) budgets.push(await addedBudget(asEditor('an-account'), event_id, body));
  };
  await expect(fill()).rejects.toEqual(eventTooLarge());
  expect(budgets.length).toBeGreaterThan(100);
  const description = '🎈'.repeat(2_000);
  const longer = changeEvent(asEditor('an-account'), event_id, {
    decide: (event) => changedEvent(event, { description }),
    reply: () => undefined,
  });
  await expect(longer).rejects.toEqual(eventTooLarge());
  const event = await getEvent({ ownerId: 'an-account', eventId: event_id });
  expect(event?.budgets).toEqual(budgets);
});
