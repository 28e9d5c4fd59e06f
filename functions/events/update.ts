import { eventChanges } from '../../lib/events/request.ts';
import { eventParameters } from '../../lib/events/response.ts';
import { updateConflicts, updateEvent } from '../../lib/events/update-event.ts';
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
  conflicts: updateConflicts,
  messages: { success: 'Event saved successfully', failure: 'Event failed to save' },
  handle: async ({ path, headers, body }, { accountId }) =>
    updateResult(await updateEvent(accountId, path.id, body, headers['if-match'])),
});
