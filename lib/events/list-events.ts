import { Rejection } from '../errors.ts';
import { cursorOf, type Position, positionIn, sortedAfter } from '../lists/cursor.ts';
import { idAfter, pageOf } from '../lists/page.ts';
import { isFound, isWithin } from '../lists/query.ts';
import { withLivingLinks } from '../plan/head.ts';
import { allEvents, listEvents, MAX_EVENTS_READ, MAX_READS, type OwnedHead } from '../plan/repository.ts';
import { problem } from '../problem.ts';
import { type EventsQuery, hasFilters, isPlain } from './query.ts';
import { toListedEvent } from './response.ts';

/** A page of an account's events. */
export async function pageOfEvents(accountId: string, query: EventsQuery) {
  const { sort, limit, cursor } = query;
  const list = JSON.stringify([accountId, sort.name, query.from, query.to, query.q, query.shared]);
  const after = cursor === undefined ? undefined : positionOf(cursor, list, query);
  const events = sort.isByCreation
    ? listEvents(accountId, after?.id, readingOf(query))
    : sortedEvents(accountId, query, after);
  const showsLinks = query.include?.includes('share_link');
  const toResponse = (event: OwnedHead) => (matches(event, query) ? toListedEvent(event, query) : undefined);
  return pageOf(showsLinks ? withoutEndedLinks(events) : events, toResponse, {
    cursorAfter: isPlain(query) ? idAfter : (event) => cursorOf(sort.positionOf(event), list),
    limit,
    ...(hasFilters(query) && { maxReads: MAX_READS }),
  });
}

async function* withoutEndedLinks(pages: AsyncIterable<OwnedHead[]>): AsyncGenerator<OwnedHead[]> {
  for await (const events of pages) yield await withLivingLinks(events);
}

const positionOf = (cursor: string, list: string, query: EventsQuery): Position =>
  isPlain(query) ? { id: Number(cursor), value: '' } : positionIn(cursor, list);

/** Reads one more than the limit, to know whether there is a next page. */
const readingOf = (query: EventsQuery) => ({
  newestFirst: query.sort.isReversed,
  limit: query.limit && !hasFilters(query) ? query.limit + 1 : undefined,
  ownOnly: query.shared === false,
});

async function* sortedEvents(
  accountId: string,
  { sort, shared }: EventsQuery,
  after: Position | undefined,
): AsyncGenerator<OwnedHead[]> {
  yield sortedAfter(await allEvents(accountId, tooManyToSort, shared === false), sort, after);
}

const tooManyToSort = () =>
  new Rejection('invalid', {
    field: 'sort',
    problem: problem(
      'too_large',
      'must be created or -created, because the events exceed {maximum} {unit} in total',
      MAX_EVENTS_READ,
    ),
  });

const matches = (event: OwnedHead, query: EventsQuery): boolean =>
  isWithin(query, event.event_date) &&
  (!query.shared || event.shared !== undefined) &&
  (!query.q || isFound(query.q, [event.name, event.description]));
