import { countCalendarCall } from '../../lib/accounts/limits.ts';
import { calendarQuery, readCalendar } from '../../lib/calendar/read-calendar.ts';
import { calendarToken } from '../../lib/http/calendar-authentication.ts';
import { endpoint } from '../../lib/http/endpoint.ts';
import { ETAG, fileResult } from '../../lib/http/versions.ts';
import { COUNT_ATTEMPTS, may, QUERY_HEADS, SEE_NAMES, SEE_SESSION } from '../../lib/permissions.ts';

export const handler = endpoint({
  summary: 'Subscribe to the days of your events and open amounts',
  description:
    'A calendar for programs that subscribe to an address. `HEAD` works too. It has your own events and those that others ' +
    'share with you, and their open amounts, from 1 January of last year on. With more than 200 events that have open ' +
    'amounts, it has the days of events only. Above 5 MB, the first days are left out.',
  method: 'GET',
  route: '/calendar.ics',
  permissions: [SEE_SESSION, SEE_NAMES, QUERY_HEADS, may(['GetItem'], 'ACCOUNT'), COUNT_ATTEMPTS],
  load: 'heavy',
  throttle: 'expensive',
  usesServiceUrl: true,
  authentication: calendarToken,
  input: { query: calendarQuery },
  serves: 'text/calendar; charset=utf-8',
  headers: { etag: ETAG, 'cache-control': '`private, no-cache`: check for a new version on each use' },
  errors: [404, 429],
  messages: { failure: 'Calendar failed to load', empty: [404] },
  handle: async ({ query }, token) => {
    await countCalendarCall(token);
    return fileResult(await readCalendar(token, query));
  },
});
