import { eventParameters, eventResponse, toEventResponse } from '../../lib/events/event.ts';
import { getEvent } from '../../lib/events/event-repository.ts';
import { bearer } from '../../lib/http/authentication.ts';
import { endpoint } from '../../lib/http/endpoint.ts';
import { notFound } from '../../lib/http/errors.ts';
import { single, singleResponse } from '../../lib/page.ts';

export const handler = endpoint({
  summary: 'Get an event',
  method: 'GET',
  authentication: bearer,
  input: { path: eventParameters },
  success: 200,
  output: singleResponse(eventResponse),
  errors: [404],
  messages: { failure: 'Event failed to load', 404: 'Event not found' },
  handle: async ({ path }, { accountId }) => {
    const event = await getEvent({ ownerId: accountId, eventId: path.id });
    return event ? { body: single(toEventResponse(event)) } : notFound();
  },
});
