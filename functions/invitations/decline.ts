import { getVerifiedPerson, unverified } from '../../lib/accounts/person.ts';
import { invitationParameters } from '../../lib/events/parameters.ts';
import { session } from '../../lib/http/authentication.ts';
import { endpoint } from '../../lib/http/endpoint.ts';
import { decline } from '../../lib/invitations/accept.ts';
import { HAVE_MAIL_SENT, may, mayTogether, SEE_NAMES, SEE_SESSION } from '../../lib/permissions.ts';

export const handler = endpoint({
  summary: 'Decline an invitation',
  description: 'Needs a verified e-mail address.',
  method: 'POST',
  route: '/invitations/decline/{id}',
  permissions: [
    SEE_SESSION,
    SEE_NAMES,
    may(['GetItem'], 'ACCOUNT', 'EMAIL'),
    mayTogether(['PutItem', 'DeleteItem'], 'ACCOUNT', 'EMAIL'),
    HAVE_MAIL_SENT,
  ],
  authentication: session,
  input: { path: invitationParameters },
  errors: [403, 404],
  forbidden: [unverified],
  messages: { success: 'Invitation declined successfully', failure: 'Failed to decline the invitation' },
  handle: async ({ path }, { accountId }) => {
    const { email } = await getVerifiedPerson(accountId);
    await decline(email, path.id);
  },
});
