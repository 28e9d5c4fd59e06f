import { eventPath, eventView, shownEvent } from '../../lib/events/event.ts';
import { getEvent } from '../../lib/events/event-repository.ts';
import { tokenHolder } from '../../lib/http/access.ts';
import { endpoint } from '../../lib/http/endpoint.ts';
import { oneOf } from '../../lib/http/page.ts';
import { notFound } from '../../lib/http/refusals.ts';

export const handler = endpoint({
  summary: 'View an event',
  method: 'GET',
  access: tokenHolder,
  input: { path: eventPath },
  output: oneOf(shownEvent),
  failure: 'Event failed to load',
  notFound: 'Event not found',
  handle: async ({ path }, accountId) => {
    const event = await getEvent(accountId, path.id);
    if (!event) throw notFound();
    return { body: { return_count: 1, data: eventView(event) } };
  },
});
