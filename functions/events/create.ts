import { newEvent } from '../../lib/events/event.ts';
import { createEvent } from '../../lib/events/event-repository.ts';
import { tokenHolder } from '../../lib/http/access.ts';
import { endpoint } from '../../lib/http/endpoint.ts';
import { created } from '../../lib/http/replies.ts';

export const handler = endpoint({
  method: 'POST',
  access: tokenHolder,
  input: { body: newEvent },
  failure: 'Event failed to save',
  handle: async ({ body }, accountId) => {
    const id = await createEvent(accountId, body);
    return created({ message: 'Event saved successfully' }, { headers: { location: `/events/view/${id}` } });
  },
});
