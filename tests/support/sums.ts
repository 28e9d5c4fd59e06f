import { expect } from 'vitest';
import { getItem } from '../../lib/dynamodb/items.ts';
import { eventKey } from '../../lib/dynamodb/keys.ts';
import { eventIn } from '../../lib/plan/event.ts';
import { headSums } from '../../lib/plan/sums.ts';
import { referenceOf } from './sharing.ts';

/** Expects the sums in an event's head to be those of its budgets. */
export async function expectSums(owner: string, path: { id: string }): Promise<void> {
  const event = eventIn(await getItem(eventKey(referenceOf(owner, path))));
  expect(event).toMatchObject(headSums(event.budgets));
}
