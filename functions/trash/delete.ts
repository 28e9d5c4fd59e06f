import { eventParameters } from '../../lib/events/parameters.ts';
import { session } from '../../lib/http/authentication.ts';
import { endpoint } from '../../lib/http/endpoint.ts';
import { byKey } from '../../lib/idempotency/record.ts';
import { may, mayTogether, SEE_IDEMPOTENCY_RECORD, SEE_SESSION } from '../../lib/permissions.ts';
import { changeEventAs, inOwnTrash } from '../../lib/plan/change-event.ts';

export const handler = endpoint({
  summary: 'Delete an event in the trash for good',
  method: 'POST',
  route: '/trash/delete/{id}',
  permissions: [
    SEE_SESSION,
    SEE_IDEMPOTENCY_RECORD,
    may(['GetItem', 'DeleteItem'], 'ACCOUNT'),
    mayTogether(['PutItem', 'DeleteItem'], 'ACCOUNT', 'CLAIM'),
  ],
  authentication: session,
  idempotent: byKey('trashDelete'),
  input: { path: eventParameters },
  errors: [404],
  messages: { success: 'Event deleted successfully', failure: 'Event failed to delete' },
  handle: ({ path }, caller, idempotencyRecord) =>
    changeEventAs(inOwnTrash(caller, path.id), {
      decide: () => undefined,
      reply: () => ({}),
      idempotencyRecord,
    }),
});
