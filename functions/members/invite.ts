import { client } from '../../lib/accounts/network.ts';
import { unverified } from '../../lib/accounts/person.ts';
import { OWNER } from '../../lib/auth/roles.ts';
import { inEventParameters } from '../../lib/events/parameters.ts';
import { session } from '../../lib/http/authentication.ts';
import { endpoint } from '../../lib/http/endpoint.ts';
import { invite, inviteConflicts } from '../../lib/invitations/invite.ts';
import { newMember } from '../../lib/members/request.ts';
import { invitedResponse, toInvited } from '../../lib/members/response.ts';
import {
  CHECK_AND_COUNT,
  HAVE_MAIL_SENT,
  may,
  mayTogether,
  SEE_NAMES,
  SEE_SESSION,
} from '../../lib/permissions.ts';

export const handler = endpoint({
  summary: 'Invite somebody to your event by e-mail',
  description:
    'Needs a verified e-mail address. The response is the same whether or not the other address has an account. The ' +
    'invitation expires after 14 days.',
  method: 'POST',
  route: '/events/{event_id}/members/invite',
  permissions: [
    SEE_SESSION,
    SEE_NAMES,
    may(['GetItem'], 'ACCOUNT', 'EMAIL'),
    CHECK_AND_COUNT,
    may(['UpdateItem'], 'ACCOUNT'),
    // In transactions only, but a check doesn't have the key that says so.
    may(['ConditionCheckItem'], 'ACCOUNT', 'EMAIL'),
    mayTogether(['PutItem', 'DeleteItem'], 'ACCOUNT', 'EMAIL'),
    HAVE_MAIL_SENT,
  ],
  authentication: session,
  roles: OWNER,
  input: { path: inEventParameters, body: newMember, client },
  success: 201,
  output: { data: invitedResponse },
  headers: { location: 'Path of the members' },
  errors: [403, 404, 409, 429],
  conflicts: inviteConflicts,
  forbidden: [unverified],
  messages: { success: 'Member invited successfully', failure: 'Failed to invite the member' },
  handle: async ({ path, body, client }, caller) => {
    const { id, isMailed } = await invite(caller, path.event_id, body, client);
    return toInvited(path.event_id, { id, ...body }, isMailed);
  },
});
