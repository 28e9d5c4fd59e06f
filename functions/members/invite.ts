import { bearer } from '../../lib/http/authentication.ts';
import { endpoint } from '../../lib/http/endpoint.ts';
import { client } from '../../lib/accounts/client.ts';
import { invite, inviteConflicts } from '../../lib/invitations/invite.ts';
import { invitedResponse, membersParameters, newMember, toInvited } from '../../lib/members/response.ts';

export const handler = endpoint({
  summary: 'Invite somebody to your event by e-mail',
  method: 'POST',
  authentication: bearer,
  input: { path: membersParameters, body: newMember, client },
  success: 201,
  output: { data: invitedResponse },
  headers: { location: 'Path of the members' },
  errors: [403, 404, 409, 429],
  conflicts: inviteConflicts,
  messages: { success: 'Member invited successfully', failure: 'Member failed to be invited' },
  handle: async ({ path, body, client }, { accountId }) => {
    const id = await invite(accountId, path.event_id, body, client);
    return toInvited(path.event_id, { id, ...body });
  },
});
