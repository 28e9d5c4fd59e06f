import { VIEWERS } from '../../lib/auth/roles.ts';
import { inEventParameters } from '../../lib/events/parameters.ts';
import { session } from '../../lib/http/authentication.ts';
import { endpoint } from '../../lib/http/endpoint.ts';
import { ETAG, listResult } from '../../lib/http/versions.ts';
import { listOf, listResponse } from '../../lib/lists/page.ts';
import { getSharing } from '../../lib/members/repository.ts';
import { memberResponse, toMemberResponses } from '../../lib/members/response.ts';
import { SEE_MEMBERS, SEE_NAMES, SEE_SESSION } from '../../lib/permissions.ts';
import { readEvent } from '../../lib/plan/repository.ts';

export const handler = endpoint({
  summary: "List an event's owner and members",
  description: 'Only the owner sees e-mail addresses, and invitations that are still open.',
  method: 'GET',
  route: '/events/{event_id}/members',
  permissions: [SEE_SESSION, SEE_MEMBERS, SEE_NAMES],
  authentication: session,
  roles: VIEWERS,
  input: { path: inEventParameters },
  output: listResponse(memberResponse),
  headers: { etag: ETAG },
  errors: [404],
  messages: { failure: 'Members failed to load', 404: 'Event not found' },
  handle: async ({ path }, caller) => {
    const shared = await readEvent(caller, path.event_id, getSharing);
    return listResult(listOf(await toMemberResponses(shared, caller.accountId)));
  },
});
