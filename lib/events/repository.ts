import { queryOnce, queryPages } from '../dynamodb/items.ts';
import { headOf, headsAfter, headsBefore } from '../dynamodb/queries.ts';
import { eventsIn, type FoundEvent } from './found-events.ts';
import { type EventHead, headIn } from './head.ts';
import { pointerIn } from './pointer.ts';
import { accessOf, type EventAccess, isAllowed } from './roles.ts';

/** Gets the head of an account's event, or else of the one that is shared with it under this id. */
export async function getHead(event: EventAccess): Promise<EventHead | undefined> {
  const items = await queryOnce(headOf(event));
  const [head] = items.filter((item) => !pointerIn(item)).map(headIn);
  if (head) return isAllowed(event, head) ? head : undefined;
  const [pointer] = items.flatMap((item) => pointerIn(item) ?? []);
  const { ownerId: accountId, eventId, member } = event;
  if (!pointer || member) return undefined;
  return getHead(accessOf('eventsView', accountId, { ownerId: pointer.owner_id, eventId }));
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
