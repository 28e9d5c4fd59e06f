import { VIEWERS } from '../../lib/auth/roles.ts';
import { memberParameters } from '../../lib/events/parameters.ts';
import { session } from '../../lib/http/authentication.ts';
import { endpoint } from '../../lib/http/endpoint.ts';
import { onlyThemselves, withoutMember } from '../../lib/members/repository.ts';
import { may, mayTogether, SEE_SESSION } from '../../lib/permissions.ts';
import { changeEvent } from '../../lib/plan/change-event.ts';

export const handler = endpoint({
  summary: 'Remove a member from your event, or yourself from an event',
  description:
    'Members may remove only themselves. For somebody who has not accepted yet, this withdraws the invitation.',
  method: 'POST',
  route: '/events/{event_id}/members/remove/{id}',
  permissions: [
    SEE_SESSION,
    may(['GetItem'], 'ACCOUNT'),
    mayTogether(['PutItem', 'DeleteItem'], 'ACCOUNT', 'EMAIL'),
  ],
  authentication: session,
  roles: VIEWERS,
  input: { path: memberParameters },
  errors: [403, 404],
  forbidden: [onlyThemselves],
  messages: { success: 'Member removed successfully', failure: 'Failed to remove the member' },
  handle: ({ path }, caller) =>
    changeEvent(caller, path.event_id, {
      decide: (event) => withoutMember(event, path.id, caller.accountId),
      reply: () => ({}),
    }),
});
