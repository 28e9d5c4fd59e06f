import { randomUUID } from 'node:crypto';
import { expect, it } from 'vitest';
import { listEvents } from '../../../lib/plan/repository.ts';
import { createdEvent } from '../../support/created-event.ts';

const fields = { name: 'Party', description: '', event_date: '2026-07-04' };

it('a list of events continues across DynamoDB’s pages of 1 MB', async () => {
  const ownerId = randomUUID();
  const large = { ...fields, description: '🎈'.repeat(2_000) };
  const created = await Promise.all(
    Array.from({ length: 400 }, () => createdEvent({ accountId: ownerId }, large)),
  );
  const ids = created.map(({ id }) => id);
  const pages = await Array.fromAsync(listEvents(ownerId));
  expect(pages.length).toBeGreaterThan(1);
  expect(new Set(pages.flat().map(({ id }) => id))).toEqual(new Set(ids));
});
