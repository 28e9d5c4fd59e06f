import { eventTooLarge } from '../../lib/errors.ts';
import { eventChanges, eventParameters } from '../../lib/events/event.ts';
import { updateEvent } from '../../lib/events/event-repository.ts';
import { bearer } from '../../lib/http/authentication.ts';
import { endpoint } from '../../lib/http/endpoint.ts';
import { notFound } from '../../lib/http/errors.ts';

export const handler = endpoint({
  summary: 'Update an event; omitted fields keep their values',
  method: 'POST',
  authentication: bearer,
  input: { path: eventParameters, body: eventChanges },
  success: 200,
  errors: [404, 409],
  conflicts: [eventTooLarge],
  messages: { success: 'Event saved successfully', failure: 'Event failed to save' },
  handle: async ({ path, body }, { accountId }) => {
    const outcome = await updateEvent({ ownerId: accountId, eventId: path.id }, body);
    return outcome === 'missing' ? notFound() : {};
  },
});
