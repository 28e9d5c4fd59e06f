import { eventParameters } from '../../lib/events/parameters.ts';
import { sessionOrToken } from '../../lib/http/authentication.ts';
import { endpoint } from '../../lib/http/endpoint.ts';
import { byKey } from '../../lib/idempotency/record.ts';
import { CHANGE_EVENTS } from '../../lib/permissions.ts';
import { changeEventAs, inOwnTrash } from '../../lib/plan/change-event.ts';
import { restored } from '../../lib/trash/list-trash.ts';

export const handler = endpoint({
  summary: 'Restore a deleted event',
  description: 'With its budgets, payments and ids. It has no members anymore: invite them again.',
  method: 'POST',
  route: '/trash/restore/{id}',
  permissions: CHANGE_EVENTS,
  authentication: sessionOrToken('write'),
  idempotent: byKey('trashRestore'),
  input: { path: eventParameters },
  headers: { location: 'Path of the event' },
  errors: [404],
  messages: { success: 'Event restored successfully', failure: 'Failed to restore the event' },
  handle: ({ path }, caller, idempotencyRecord) =>
    changeEventAs(inOwnTrash(caller, path.id), {
      decide: restored,
      reply: () => ({ headers: { location: `/events/view/${path.id}` } }),
      idempotencyRecord,
    }),
});
