import { eventPath } from '../../lib/events/event.ts';
import { deleteEvent } from '../../lib/events/event-repository.ts';
import { tokenHolder } from '../../lib/http/access.ts';
import { endpoint } from '../../lib/http/endpoint.ts';
import { notFound } from '../../lib/http/refusals.ts';
import { ok } from '../../lib/http/replies.ts';

export const handler = endpoint({
  method: 'POST',
  access: tokenHolder,
  input: { path: eventPath },
  failure: 'Event failed to delete',
  handle: async ({ path }, accountId) => {
    if (!(await deleteEvent(accountId, path.id))) throw notFound();
    return ok({ message: 'Event deleted successfully' });
  },
});
