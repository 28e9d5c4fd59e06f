import { client } from '../../lib/accounts/client.ts';
import { unverified } from '../../lib/accounts/person.ts';
import { OWNER } from '../../lib/auth/roles.ts';
import { inEventParameters } from '../../lib/events/parameters.ts';
import { session } from '../../lib/http/authentication.ts';
import { endpoint } from '../../lib/http/endpoint.ts';
import { invite, inviteConflicts } from '../../lib/invitations/invite.ts';
import { newMember } from '../../lib/members/request.ts';
import { invitedResponse, toInvited } from '../../lib/members/response.ts';

export const handler = endpoint({
  summary: 'Invite somebody to your event by e-mail',
  description:
    'Needs a verified e-mail address. The response is the same whether or not the other address has an account. The ' +
    'invitation expires after 14 days.',
  method: 'POST',
  authentication: session,
  roles: OWNER,
  input: { path: inEventParameters, body: newMember, client },
  success: 201,
  output: { data: invitedResponse },
  headers: { location: 'Path of the members' },
  errors: [403, 404, 409, 429],
  conflicts: inviteConflicts,
  forbidden: [unverified],
  messages: { success: 'Member invited successfully', failure: 'Member failed to be invited' },
  handle: async ({ path, body, client }, caller) => {
    const id = await invite(caller, path.event_id, body, client);
    return toInvited(path.event_id, { id, ...body });
  },
});
