import { expect } from 'vitest';
import { getItem } from '../../lib/dynamodb/items.ts';
import { eventKey } from '../../lib/dynamodb/keys.ts';
import { eventIn } from '../../lib/plan/event.ts';
import { headSums } from '../../lib/plan/sums.ts';
import { accountIdOf } from './sharing.ts';

/** Expects the sums in an event's head to be those of its budgets. */
export async function expectSums(owner: string, { id }: { id: string }): Promise<void> {
  const item = await getItem(eventKey({ ownerId: accountIdOf(owner), eventId: Number(id) }));
  const event = eventIn(item);
  expect(event).toMatchObject(headSums(event.budgets));
}
