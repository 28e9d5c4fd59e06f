import { eventChanges, eventPath } from '../../lib/events/event.ts';
import { updateEvent } from '../../lib/events/event-repository.ts';
import { tokenHolder } from '../../lib/http/access.ts';
import { endpoint } from '../../lib/http/endpoint.ts';
import { notFound } from '../../lib/http/refusals.ts';

export const handler = endpoint({
  summary: 'Change an event; what is left out stays as it is',
  method: 'POST',
  access: tokenHolder,
  input: { path: eventPath, body: eventChanges },
  success: 'Event saved successfully',
  failure: 'Event failed to save',
  conflict: 'Event failed to save',
  handle: async ({ path, body }, accountId) => {
    if (!(await updateEvent(accountId, path.id, body))) throw notFound();
    return {};
  },
});
