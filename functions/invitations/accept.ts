import { getVerifiedPerson, unverified } from '../../lib/accounts/person.ts';
import { invitationParameters } from '../../lib/events/parameters.ts';
import { session } from '../../lib/http/authentication.ts';
import { endpoint } from '../../lib/http/endpoint.ts';
import { accept, acceptConflicts } from '../../lib/invitations/accept.ts';
import {
  HAVE_MAIL_SENT,
  may,
  mayTogether,
  QUERY_HEADS,
  SEE_NAMES,
  SEE_POINTERS,
  SEE_SESSION,
} from '../../lib/permissions.ts';

export const handler = endpoint({
  summary: 'Accept an invitation',
  description:
    'Needs a verified e-mail address. The header `Location` has the path of the event. By accepting an invitation with ' +
    'the role `owner` you take over the event, and its owner becomes an editor: 24 hours after it was offered, or at once ' +
    'if you have been a member for 7 days.',
  method: 'POST',
  route: '/invitations/accept/{id}',
  permissions: [
    SEE_SESSION,
    SEE_NAMES,
    SEE_POINTERS,
    QUERY_HEADS,
    may(['GetItem'], 'ACCOUNT', 'EMAIL'),
    mayTogether(['PutItem', 'DeleteItem'], 'ACCOUNT', 'EMAIL', 'LINK'),
    HAVE_MAIL_SENT,
  ],
  authentication: session,
  input: { path: invitationParameters },
  headers: { location: 'Path of the event' },
  errors: [403, 404, 409],
  conflicts: acceptConflicts,
  forbidden: [unverified],
  messages: { success: 'Invitation accepted successfully', failure: 'Failed to accept the invitation' },
  handle: async ({ path }, { accountId }) => {
    const { email } = await getVerifiedPerson(accountId);
    const { eventId } = await accept({ accountId, email, id: path.id });
    return { headers: { location: `/events/view/${eventId}` } };
  },
});
