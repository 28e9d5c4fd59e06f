import { OWNER } from '../../lib/auth/roles.ts';
import { memberParameters } from '../../lib/events/parameters.ts';
import { session } from '../../lib/http/authentication.ts';
import { endpoint } from '../../lib/http/endpoint.ts';
import { withRole } from '../../lib/members/repository.ts';
import { memberChanges } from '../../lib/members/request.ts';
import { may, SEE_SESSION } from '../../lib/permissions.ts';
import { changeEvent } from '../../lib/plan/change-event.ts';

export const handler = endpoint({
  summary: 'Give a member of your event another role',
  description: 'The role takes effect at once.',
  method: 'POST',
  route: '/events/{event_id}/members/update/{id}',
  permissions: [SEE_SESSION, may(['GetItem', 'PutItem'], 'ACCOUNT')],
  authentication: session,
  roles: OWNER,
  input: { path: memberParameters, body: memberChanges },
  errors: [403, 404],
  messages: { success: 'Member saved successfully', failure: 'Member failed to save' },
  handle: ({ path, body }, caller) =>
    changeEvent(caller, path.event_id, {
      decide: (event) => withRole(event, path.id, body.role),
      reply: () => ({}),
    }),
});
