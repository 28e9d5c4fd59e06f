import { OWNER } from '../../lib/auth/roles.ts';
import { inEventParameters } from '../../lib/events/parameters.ts';
import { session } from '../../lib/http/authentication.ts';
import { endpoint } from '../../lib/http/endpoint.ts';
import { may, SEE_SESSION } from '../../lib/permissions.ts';
import { changeEvent } from '../../lib/plan/change-event.ts';
import { withoutHistory } from '../../lib/plan/event.ts';

export const handler = endpoint({
  summary: 'Clear the history of an event',
  description: 'Afterwards, nobody can see or undo earlier changes.',
  method: 'POST',
  route: '/events/{event_id}/history/clear',
  permissions: [SEE_SESSION, may(['GetItem', 'PutItem'], 'ACCOUNT')],
  authentication: session,
  roles: OWNER,
  input: { path: inEventParameters },
  errors: [403, 404],
  messages: { success: 'History cleared successfully', failure: 'Failed to clear the history' },
  handle: ({ path }, caller) =>
    changeEvent(caller, path.event_id, { decide: withoutHistory, reply: () => ({}) }),
});
