import { VIEWERS } from '../../lib/auth/roles.ts';
import { copyEvent, eventCopy } from '../../lib/events/copy-event.ts';
import { eventParameters } from '../../lib/events/parameters.ts';
import { createEventConflicts } from '../../lib/events/repository.ts';
import { toCreatedEvent } from '../../lib/events/response.ts';
import { viewedEvent } from '../../lib/events/viewed-event.ts';
import { sessionOrToken } from '../../lib/http/authentication.ts';
import { endpoint } from '../../lib/http/endpoint.ts';
import { prefer } from '../../lib/http/prefer.ts';
import { createResult, ETAG } from '../../lib/http/versions.ts';
import { byKey } from '../../lib/idempotency/make-once.ts';

export const handler = endpoint({
  summary: 'Copy an event and its budgets to another day',
  description: 'Nothing of the copy is spent or paid, and nobody is a member.',
  method: 'POST',
  authentication: sessionOrToken('write'),
  roles: VIEWERS,
  idempotent: byKey('eventsCopy'),
  input: { path: eventParameters, headers: prefer, body: eventCopy },
  success: 201,
  representation: { data: viewedEvent },
  headers: { location: 'Path of the new event', etag: ETAG },
  errors: [404, 409],
  conflicts: createEventConflicts,
  messages: { success: 'Event saved successfully', failure: 'Event failed to save' },
  handle: async ({ path, headers, body }, caller, once) => {
    const made = await once((claim) => copyEvent(caller, path.id, body, claim));
    return createResult(toCreatedEvent(made, headers.prefer));
  },
});
