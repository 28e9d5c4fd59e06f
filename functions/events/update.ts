import { eventChanges, eventPath } from '../../lib/events/event.ts';
import { updateEvent } from '../../lib/events/event-repository.ts';
import { tokenHolder } from '../../lib/http/access.ts';
import { endpoint } from '../../lib/http/endpoint.ts';
import { notFound } from '../../lib/http/refusals.ts';
import { ok } from '../../lib/http/replies.ts';

export const handler = endpoint({
  method: 'POST',
  access: tokenHolder,
  input: { path: eventPath, body: eventChanges },
  failure: 'Event failed to save',
  handle: async ({ path, body }, accountId) => {
    if (!(await updateEvent(accountId, path.id, body))) throw notFound();
    return ok({ message: 'Event saved successfully' });
  },
});
