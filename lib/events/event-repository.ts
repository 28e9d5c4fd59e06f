import { randomUUID } from 'node:crypto';
import { paginateQuery } from '@aws-sdk/lib-dynamodb';
import { readConfig } from '../config.ts';
import { getItem, table } from '../dynamodb/client.ts';
import { deleteIfPresent, putIfAbsent, updateIfPresent } from '../dynamodb/conditions.ts';
import { eventKey, eventsAfter } from '../dynamodb/keys.ts';
import { nextId } from '../id.ts';
import { type BudgetEvent, type EventChanges, fromItem, type NewEvent } from './event.ts';

/** The id of the new event. */
export async function createEvent(accountId: string, fields: NewEvent): Promise<number> {
  const id = nextId();
  const item = { ...fields, id, budgets: {}, write_mark: randomUUID() };
  // Another process may have had the same id in the same millisecond.
  return (await putIfAbsent(eventKey(accountId, id), item, 'write_mark'))
    ? id
    : createEvent(accountId, fields);
}

export async function getEvent(accountId: string, id: number): Promise<BudgetEvent | undefined> {
  const item = await getItem(eventKey(accountId, id));
  return item && fromItem(item);
}

/** The account's events with ids above `after`, oldest first, as DynamoDB's pages of up to 1 MB. */
export async function* listEvents(accountId: string, after = 0): AsyncGenerator<BudgetEvent[]> {
  const query = { TableName: readConfig().tableName, ConsistentRead: true, ...eventsAfter(accountId, after) };
  for await (const { Items = [] } of paginateQuery({ client: table }, query)) yield Items.map(fromItem);
}

/** False where the account has no such event. */
export async function updateEvent(accountId: string, id: number, changes: EventChanges): Promise<boolean> {
  return updateIfPresent(eventKey(accountId, id), changes);
}

/** False where the account has no such event. Its budgets go with it. */
export async function deleteEvent(accountId: string, id: number): Promise<boolean> {
  return deleteIfPresent(eventKey(accountId, id));
}
