import { pageOfEvents } from '../../lib/events/list-events.ts';
import { eventsQuery } from '../../lib/events/query.ts';
import { listedEvent } from '../../lib/events/response.ts';
import { sessionOrToken } from '../../lib/http/authentication.ts';
import { endpoint } from '../../lib/http/endpoint.ts';
import { ETAG, listResult } from '../../lib/http/versions.ts';
import { pageResponse } from '../../lib/lists/page.ts';
import { QUERY_HEADS, SEE_NAMES, SEE_SESSION } from '../../lib/permissions.ts';

export const handler = endpoint({
  summary: 'List events, oldest first unless sorted otherwise',
  description:
    'Your own events, and those that others share with you. Above 10 MB of events, which ' +
    'is 20,000 or more of usual length, only the orders `created` and `-created` work.',
  method: 'GET',
  route: '/events',
  permissions: [SEE_SESSION, SEE_NAMES, QUERY_HEADS],
  authentication: sessionOrToken('read', 'write'),
  input: { query: eventsQuery },
  output: pageResponse(listedEvent),
  headers: { etag: ETAG },
  errors: [],
  messages: { failure: 'Events failed to load' },
  handle: async ({ query }, { accountId }) => listResult(await pageOfEvents(accountId, query)),
});
