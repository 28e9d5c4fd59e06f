import { getVerifiedPerson } from '../../lib/accounts/person.ts';
import { bearer } from '../../lib/http/authentication.ts';
import { endpoint } from '../../lib/http/endpoint.ts';
import { forbidden, notFound } from '../../lib/http/errors.ts';
import { decline } from '../../lib/sharing/decline.ts';
import { invitationParameters } from '../../lib/sharing/received.ts';

export const handler = endpoint({
  summary: 'Decline an invitation',
  method: 'POST',
  authentication: bearer,
  input: { path: invitationParameters },
  success: 200,
  errors: [403, 404],
  messages: { success: 'Invitation declined successfully', failure: 'Invitation failed to be declined' },
  handle: async ({ path }, { accountId }) => {
    const person = await getVerifiedPerson(accountId);
    if (!person) return forbidden();
    return (await decline(person.email, path.id)) === 'missing' ? notFound() : {};
  },
});
