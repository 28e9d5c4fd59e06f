import { createEvent } from '../../lib/events/create-event.ts';
import { newEvent } from '../../lib/events/request.ts';
import { toCreated } from '../../lib/events/response.ts';
import { createConflicts } from '../../lib/events/new-event.ts';
import { bearer } from '../../lib/http/authentication.ts';
import { endpoint } from '../../lib/http/endpoint.ts';
import { createResult, ETAG } from '../../lib/http/versions.ts';
import { idempotencyKey, makeOnce } from '../../lib/idempotency/make-once.ts';

export const handler = endpoint({
  summary: 'Create an event; the Location header has its id',
  method: 'POST',
  authentication: bearer,
  input: { headers: idempotencyKey, body: newEvent },
  success: 201,
  headers: { location: 'Path of the new event', etag: ETAG },
  errors: [409],
  conflicts: createConflicts,
  messages: { success: 'Event saved successfully', failure: 'Event failed to save' },
  handle: async (input, { accountId }) => {
    const { made, replayed } = await makeOnce('eventsCreate', accountId, input, (claim) =>
      createEvent(accountId, input.body, claim),
    );
    return createResult(toCreated(made.id), replayed);
  },
});
