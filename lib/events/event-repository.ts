import { ConditionFailedError } from '../dynamodb/client.ts';
import { queryOnce, queryPages } from '../dynamodb/items.ts';
import { type EventReference, eventKey, headPath } from '../dynamodb/keys.ts';
import { headOf, headsAfter, headsBefore } from '../dynamodb/queries.ts';
import { Removal } from '../dynamodb/removal.ts';
import { type BudgetEvent, fromItem } from './event.ts';
import { versionPath } from './event-write.ts';
import { eventsIn, type FoundEvent } from './found-events.ts';
import { headItem } from './head.ts';
import { pointerIn } from './pointers.ts';
import { type EventAccess, isAllowed, rolesFor } from './roles.ts';
import { leaveTombstone } from './tombstone.ts';
import { isShared } from './traces.ts';

/** Gets an event of an account, or else the one that is shared with it under this id. */
export async function getEvent(event: EventAccess): Promise<BudgetEvent | undefined> {
  const items = await queryOnce(headOf(event));
  const item = items.find((item) => !pointerIn(item));
  if (item) return isAllowed(event, headItem.parse(item).head.roles) ? fromItem(item) : undefined;
  const [pointer] = items.flatMap((item) => pointerIn(item) ?? []);
  const { ownerId: accountId, eventId, member } = event;
  if (!pointer || member) return undefined;
  return getEvent({ ownerId: pointer.owner_id, eventId, member: { accountId, roles: rolesFor.eventsView } });
}

interface Reading {
  newestFirst?: boolean;
  /** The maximum number of events that one request reads. */
  limit?: number | undefined;
  /** Only events that others share, or none of them. */
  shared?: boolean | undefined;
}

/** Yields an account's own and shared events that come after an id, oldest first, in DynamoDB's pages of up to 1 MB. */
export async function* listEvents(
  ownerId: string,
  after?: number,
  { newestFirst, limit, shared }: Reading = {},
): AsyncGenerator<FoundEvent[]> {
  const query = newestFirst
    ? headsBefore(ownerId, after ?? Number.MAX_SAFE_INTEGER)
    : headsAfter(ownerId, after ?? 0);
  const pages = queryPages({ ...query, ...(limit && { Limit: limit }) });
  for await (const items of pages) yield eventsIn(ownerId, items, shared);
}

/** Deletes an event and its budgets if it has one of these versions, or any if undefined. */
export async function deleteEvent(
  event: EventReference,
  versions?: number[],
): Promise<'done' | 'gone' | 'missing' | 'changed'> {
  const outcome = await new Removal(eventKey(event))
    .ifExists(versionPath)
    .ifOneOf(versionPath, versions)
    .ifAbsent(['claim_mark'])
    .ifSmaller(headPath('roles'), 1)
    .ifSmaller(['invitations'], 1)
    .ifSmaller(['ended'], 1)
    .sendAndReturn();
  if (!(outcome instanceof ConditionFailedError)) return 'done';
  const { item, retried } = outcome;
  if (!item) return retried ? 'gone' : 'missing';
  const isPlain = item['head'] !== undefined && item['claim_mark'] === undefined && !isShared(item);
  return isPlain ? 'changed' : leaveTombstone(event, item, versions);
}
