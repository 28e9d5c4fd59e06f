import { accountFull, eventTooLarge } from '../../lib/errors.ts';
import { newEvent } from '../../lib/events/event.ts';
import { createEvent } from '../../lib/events/event-repository.ts';
import { bearer } from '../../lib/http/authentication.ts';
import { endpoint } from '../../lib/http/endpoint.ts';
import { ETAG, etagOf } from '../../lib/http/etag.ts';

export const handler = endpoint({
  summary: 'Create an event; the Location header has its id',
  method: 'POST',
  authentication: bearer,
  input: { body: newEvent },
  success: 201,
  headers: { location: 'Path of the new event', etag: ETAG },
  errors: [409],
  conflicts: [eventTooLarge, accountFull],
  messages: { success: 'Event saved successfully', failure: 'Event failed to save' },
  handle: async ({ body }, { accountId }) => {
    const { id, version } = await createEvent(accountId, body);
    return { headers: { location: `/events/view/${id}`, etag: etagOf(version) } };
  },
});
