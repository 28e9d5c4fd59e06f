import { OWNER } from '../../lib/auth/roles.ts';
import { inEventParameters } from '../../lib/events/parameters.ts';
import { session } from '../../lib/http/authentication.ts';
import { endpoint } from '../../lib/http/endpoint.ts';
import { may, mayTogether, SEE_SESSION } from '../../lib/permissions.ts';
import { changeEvent } from '../../lib/plan/change-event.ts';
import { withoutLink } from '../../lib/plan/event.ts';

export const handler = endpoint({
  summary: 'End the share link of an event',
  description: 'It stops working at once. Without a link, nothing changes.',
  method: 'POST',
  route: '/events/{event_id}/share-link/end',
  permissions: [
    SEE_SESSION,
    may(['GetItem', 'PutItem'], 'ACCOUNT'),
    mayTogether(['PutItem', 'DeleteItem'], 'ACCOUNT', 'LINK'),
  ],
  authentication: session,
  roles: OWNER,
  input: { path: inEventParameters },
  errors: [403, 404],
  messages: { success: 'Share link ended successfully', failure: 'Failed to end the share link' },
  handle: ({ path }, caller) =>
    changeEvent(caller, path.event_id, { decide: withoutLink, reply: () => ({}) }),
});
