import * as z from 'zod/mini';
import { idCursor } from '../id.ts';
import { byNumber, byText, cursorParameter, INVALID_CURSOR, sortParameter } from '../lists/cursor.ts';
import { includeParameter, limitParameter } from '../lists/page.ts';
import { flagParameter, isPeriod, periodParameters, searchParameter } from '../lists/query.ts';
import { DEFAULT_DIGITS } from '../money/amount.ts';
import type { EventHead } from '../plan/head.ts';

export const eventQuery = z.object({
  include: includeParameter(
    ['version', 'share_link'],
    'What the response also has. `version`: the version of the event. `share_link`: its share link, if it has one',
  ),
});

export const eventsQuery = z
  .object({
    ...periodParameters('Events'),
    q: searchParameter(
      'Events whose name or description contains this text, such as `party`. Case and accents make no difference',
    ),
    sort: sortParameter<EventHead>({
      event_date: byText((event) => event.event_date),
      name: byText(({ name }) => name),
      total_amount: byNumber(({ total_cents, digits }) => total_cents * 10 ** (DEFAULT_DIGITS - digits)),
    }),
    limit: limitParameter('events'),
    include: includeParameter(
      ['summary', 'version', 'times', 'share_link'],
      'What each event also has. `summary`: `total_spent`, `remaining`, `to_pay` and `over_budget`, and the fields for its ' +
        'income, limit and estimates, if it has them. `version`: its `version`. `times`: `created_at` and `updated_at`. ' +
        '`share_link`: its share link, if it has one',
    ),
    shared: flagParameter('`true` for events of others only, `false` for your own only'),
    cursor: cursorParameter('`from`, `to`, `q`, `shared` and `sort`'),
  })
  .check(
    isPeriod,
    z.refine((query) => !query.cursor || !isPlain(query) || idCursor.safeParse(query.cursor).success, {
      path: ['cursor'],
      error: INVALID_CURSOR,
    }),
  );

export type EventsQuery = z.output<typeof eventsQuery>;

type Filters = Pick<EventsQuery, 'from' | 'to' | 'q' | 'shared'>;

export const hasFilters = ({ from, to, q, shared }: Filters): boolean =>
  shared !== undefined || [from, to, q].some(Boolean);

/** Returns whether the list has its default order and no filters. Its cursors are ids. */
export const isPlain = (query: Filters & Pick<EventsQuery, 'sort'>): boolean =>
  query.sort.name === 'created' && !hasFilters(query);
