import { eventBy } from '../../lib/events/new-event.ts';
import { newEvent } from '../../lib/events/request.ts';
import { toCreatedEvent, viewedEvent } from '../../lib/events/response.ts';
import { sessionOrToken } from '../../lib/http/authentication.ts';
import { endpoint } from '../../lib/http/endpoint.ts';
import { prefer } from '../../lib/http/prefer.ts';
import { createResult, ETAG } from '../../lib/http/versions.ts';
import { byKey } from '../../lib/idempotency/record.ts';
import { may, mayTogether, SEE_IDEMPOTENCY_RECORD, SEE_SESSION } from '../../lib/permissions.ts';
import { createEvent, createEventConflicts } from '../../lib/plan/repository.ts';

export const handler = endpoint({
  summary: 'Create an event',
  description: 'The header `Location` has the path of the event.',
  method: 'POST',
  route: '/events/create',
  permissions: [
    SEE_SESSION,
    SEE_IDEMPOTENCY_RECORD,
    may(['PutItem'], 'ACCOUNT'),
    mayTogether(['PutItem'], 'ACCOUNT', 'CLAIM'),
  ],
  authentication: sessionOrToken('write'),
  idempotent: byKey('eventsCreate'),
  input: { headers: prefer, body: newEvent },
  success: 201,
  representation: { data: viewedEvent },
  headers: { location: 'Path of the new event', etag: ETAG },
  errors: [409],
  conflicts: createEventConflicts,
  messages: { success: 'Event saved successfully', failure: 'Event failed to save' },
  handle: ({ body }, caller, idempotencyRecord) =>
    createEvent(caller, eventBy(caller.accountId, body), {
      reply: (event) => createResult(toCreatedEvent(event)),
      idempotencyRecord,
    }),
});
