import { randomUUID } from 'node:crypto';
import { deleteIfPresent, putIfAbsent } from '../dynamodb/conditional-writes.ts';
import { queryOnce, queryPages } from '../dynamodb/items.ts';
import { type EventReference, eventKey, headOf, headPath, headsAfter } from '../dynamodb/keys.ts';
import { nextId } from '../id.ts';
import { type BudgetEvent, type EventChanges, fromItem, type NewEvent } from './event.ts';
import { newHead, updateOf } from './head.ts';

/** Creates an event and returns its id. */
export async function createEvent(ownerId: string, fields: NewEvent): Promise<number> {
  const id = nextId();
  const item = { head_id: id, head: newHead(fields), budgets: {}, write_mark: randomUUID() };
  const outcome = await putIfAbsent(eventKey({ ownerId, eventId: id }), item, 'write_mark');
  // Another process may have used the same id in the same millisecond.
  return outcome === 'done' ? id : createEvent(ownerId, fields);
}

export async function getEvent(event: EventReference): Promise<BudgetEvent | undefined> {
  const [item] = await queryOnce(headOf(event));
  return item && fromItem(item);
}

/** Yields an account's events with ids greater than `after`, oldest first, in DynamoDB's pages of up to 1 MB. */
export async function* listEvents(
  ownerId: string,
  after = 0,
  signal?: AbortSignal,
): AsyncGenerator<BudgetEvent[]> {
  for await (const items of queryPages(headsAfter(ownerId, after), signal)) yield items.map(fromItem);
}

export async function updateEvent(event: EventReference, changes: EventChanges): Promise<'done' | 'missing'> {
  const update = updateOf(event).ifExists(['PK']);
  for (const [name, value] of Object.entries(changes)) update.set(headPath(name), value);
  return (await update.send()) ? 'missing' : 'done';
}

/** Deletes an event and its budgets. */
export async function deleteEvent(event: EventReference): Promise<'done' | 'missing'> {
  return deleteIfPresent(eventKey(event));
}
