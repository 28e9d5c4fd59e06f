import { eventResponse, eventsQuery, toEventResponse } from '../../lib/events/event.ts';
import { listEvents } from '../../lib/events/event-repository.ts';
import { bearer } from '../../lib/http/authentication.ts';
import { endpoint } from '../../lib/http/endpoint.ts';
import { pageOf, pageResponse } from '../../lib/page.ts';

export const handler = endpoint({
  summary: 'List all events, oldest first',
  method: 'GET',
  authentication: bearer,
  input: { query: eventsQuery },
  success: 200,
  output: pageResponse(eventResponse),
  errors: [],
  messages: { failure: 'Events failed to load' },
  handle: async ({ query }, { accountId }) => ({
    body: await pageOf(listEvents(accountId, query.cursor), toEventResponse),
  }),
});
