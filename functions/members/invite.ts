import { writeOwnEvent } from '../../lib/events/access.ts';
import { bearer } from '../../lib/http/authentication.ts';
import { endpoint } from '../../lib/http/endpoint.ts';
import { forbidden, notFound } from '../../lib/http/errors.ts';
import { invite } from '../../lib/sharing/invite.ts';
import { inviteConflicts } from '../../lib/sharing/invite-conflicts.ts';
import { invitedResponse, membersParameters, newMember, toInvited } from '../../lib/sharing/member.ts';

export const handler = endpoint({
  summary: 'Invite somebody to your event by e-mail',
  method: 'POST',
  authentication: bearer,
  input: { path: membersParameters, body: newMember },
  success: 201,
  output: { data: invitedResponse },
  headers: { location: 'Path of the members' },
  errors: [403, 404, 409, 429],
  conflicts: inviteConflicts,
  messages: { success: 'Member invited successfully', failure: 'Member failed to be invited' },
  handle: async ({ path, body }, { accountId }) => {
    const made = await writeOwnEvent(accountId, path.event_id, (event) => invite(event, body));
    if (made === 'missing') return notFound();
    return made === 'forbidden' ? forbidden() : toInvited(path.event_id, { ...made, ...body });
  },
});
