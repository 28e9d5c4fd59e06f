import { eventTooLarge } from '../../lib/errors.ts';
import { writeEvent } from '../../lib/events/access.ts';
import { eventChanges, eventParameters } from '../../lib/events/event.ts';
import { updateEvent } from '../../lib/events/event-repository.ts';
import { bearer } from '../../lib/http/authentication.ts';
import { endpoint } from '../../lib/http/endpoint.ts';
import { ETAG, ifMatch, updateResult } from '../../lib/http/versions.ts';

export const handler = endpoint({
  summary: 'Update an event; omitted fields keep their values',
  method: 'POST',
  authentication: bearer,
  input: { path: eventParameters, headers: ifMatch, body: eventChanges },
  success: 200,
  headers: { etag: ETAG },
  errors: [403, 404, 409, 412],
  conflicts: [eventTooLarge],
  messages: { success: 'Event saved successfully', failure: 'Event failed to save' },
  handle: async ({ path, headers, body }, { accountId }) =>
    updateResult(
      await writeEvent('eventsUpdate', accountId, path.id, (event) =>
        updateEvent(event, body, headers['if-match']),
      ),
    ),
});
