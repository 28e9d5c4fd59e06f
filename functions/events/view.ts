import { eventPath, eventView } from '../../lib/events/event.ts';
import { getEvent } from '../../lib/events/event-repository.ts';
import { tokenHolder } from '../../lib/http/access.ts';
import { endpoint } from '../../lib/http/endpoint.ts';
import { notFound } from '../../lib/http/refusals.ts';
import { ok } from '../../lib/http/replies.ts';

export const handler = endpoint({
  method: 'GET',
  access: tokenHolder,
  input: { path: eventPath },
  failure: 'Event failed to load',
  notFound: 'Event not found',
  handle: async ({ path }, accountId) => {
    const event = await getEvent(accountId, path.id);
    if (!event) throw notFound();
    return ok({ return_count: 1, data: eventView(event) });
  },
});
