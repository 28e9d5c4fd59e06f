import { eventPath } from '../../lib/events/event.ts';
import { deleteEvent } from '../../lib/events/event-repository.ts';
import { tokenHolder } from '../../lib/http/access.ts';
import { endpoint } from '../../lib/http/endpoint.ts';
import { notFound } from '../../lib/http/refusals.ts';

export const handler = endpoint({
  summary: 'Delete an event and its budgets',
  method: 'POST',
  access: tokenHolder,
  input: { path: eventPath },
  success: 'Event deleted successfully',
  failure: 'Event failed to delete',
  handle: async ({ path }, accountId) => {
    if (!(await deleteEvent(accountId, path.id))) throw notFound();
    return {};
  },
});
