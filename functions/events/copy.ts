import { VIEWERS } from '../../lib/auth/roles.ts';
import { eventParameters } from '../../lib/events/parameters.ts';
import { eventCopy } from '../../lib/events/request.ts';
import { toCreatedEvent, viewedEvent } from '../../lib/events/response.ts';
import { copyEvent, currencyConflicts } from '../../lib/events/update-event.ts';
import { sessionOrToken } from '../../lib/http/authentication.ts';
import { endpoint } from '../../lib/http/endpoint.ts';
import { prefer } from '../../lib/http/prefer.ts';
import { createResult, ETAG } from '../../lib/http/versions.ts';
import { byKey } from '../../lib/idempotency/record.ts';
import { CHANGE_EVENTS } from '../../lib/permissions.ts';
import { createEventConflicts } from '../../lib/plan/repository.ts';

export const handler = endpoint({
  summary: 'Copy an event and its budgets to another day',
  description:
    'Budgets keep their fields, with new ids. Due dates move by as many days as the event. Nothing of the copy is estimated, ' +
    'spent or paid, and nobody is a member of it.',
  method: 'POST',
  route: '/events/copy/{id}',
  permissions: CHANGE_EVENTS,
  load: 'heavy',
  authentication: sessionOrToken('write'),
  roles: VIEWERS,
  idempotent: byKey('eventsCopy'),
  input: { path: eventParameters, headers: prefer, body: eventCopy },
  success: 201,
  representation: { data: viewedEvent },
  headers: { location: 'Path of the new event', etag: ETAG },
  errors: [404, 409],
  conflicts: [...createEventConflicts, ...currencyConflicts],
  messages: { success: 'Event saved successfully', failure: 'Event failed to save' },
  handle: ({ path, body }, caller, idempotencyRecord) =>
    copyEvent(caller, path.id, body, {
      reply: (event) => createResult(toCreatedEvent(event)),
      idempotencyRecord,
    }),
});
