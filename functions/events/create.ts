import { newEvent } from '../../lib/events/event.ts';
import { createEvent } from '../../lib/events/event-repository.ts';
import { tokenHolder } from '../../lib/http/access.ts';
import { endpoint } from '../../lib/http/endpoint.ts';

export const handler = endpoint({
  summary: 'Create an event; Location tells its id',
  method: 'POST',
  access: tokenHolder,
  input: { body: newEvent },
  makes: true,
  success: 'Event saved successfully',
  failure: 'Event failed to save',
  handle: async ({ body }, accountId) => ({
    location: `/events/view/${await createEvent(accountId, body)}`,
  }),
});
