import { eventCopy } from '../../lib/events/copied-event.ts';
import { copyEvent } from '../../lib/events/copy-event.ts';
import { eventParameters, toCreated } from '../../lib/events/response.ts';
import { createConflicts } from '../../lib/events/new-event.ts';
import { bearer } from '../../lib/http/authentication.ts';
import { endpoint } from '../../lib/http/endpoint.ts';
import { createResult, ETAG } from '../../lib/http/versions.ts';
import { idempotencyKey, makeOnce } from '../../lib/idempotency/make-once.ts';

export const handler = endpoint({
  summary: 'Copy an event and its budgets to another day; nothing is spent or paid, and nobody is a member',
  method: 'POST',
  authentication: bearer,
  input: { path: eventParameters, headers: idempotencyKey, body: eventCopy },
  success: 201,
  headers: { location: 'Path of the new event', etag: ETAG },
  errors: [404, 409],
  conflicts: createConflicts,
  messages: { success: 'Event saved successfully', failure: 'Event failed to save' },
  handle: async (input, { accountId }) => {
    const { made, replayed } = await makeOnce('eventsCopy', accountId, input, (claim) =>
      copyEvent(accountId, input, claim),
    );
    return createResult(toCreated(made.id), replayed);
  },
});
