import { Rejection } from '../errors.ts';
import { cursorOf, type Position, positionIn, sortedAfter } from '../lists/cursor.ts';
import { idAfter, pageOf } from '../lists/page.ts';
import { isFound, isWithin } from '../lists/query.ts';
import { withActiveLinks } from '../plan/head.ts';
import { allEvents, listEvents, MAX_EVENTS_READ, MAX_READS, type OwnedHead } from '../plan/repository.ts';
import { problem } from '../problem.ts';
import { type EventsQuery, hasFilters, isPlain } from './query.ts';
import { toListedEvent } from './response.ts';

export async function pageOfEvents(accountId: string, query: EventsQuery) {
  const { sort, limit, cursor } = query;
  const list = JSON.stringify([accountId, sort.name, query.from, query.to, query.q, query.shared]);
  const positionOf = (text: string): Position =>
    isPlain(query) ? { id: Number(text), value: '' } : positionIn(text, list);
  const after = cursor === undefined ? undefined : positionOf(cursor);
  const events = sort.isByCreation
    ? listEvents(accountId, after?.id, {
        newestFirst: sort.isReversed,
        // One more than the limit tells whether there is a next page.
        limit: limit && !hasFilters(query) ? limit + 1 : undefined,
        ownOnly: query.shared === false,
      })
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
  for await (const events of pages) yield await withActiveLinks(events);
}

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
