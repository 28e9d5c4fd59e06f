import { eventView, listQuery, shownEvent } from '../../lib/events/event.ts';
import { listEvents } from '../../lib/events/event-repository.ts';
import { tokenHolder } from '../../lib/http/access.ts';
import { endpoint } from '../../lib/http/endpoint.ts';
import { cursor, manyOf, pageOf } from '../../lib/http/page.ts';

export const handler = endpoint({
  summary: 'List all events, oldest first',
  method: 'GET',
  access: tokenHolder,
  input: { query: listQuery },
  output: { ...manyOf(shownEvent), ...cursor },
  failure: 'Events failed to load',
  handle: async ({ query }, accountId) => ({
    body: await pageOf(listEvents(accountId, query.cursor), eventView),
  }),
});
