import { getVerifiedPerson } from '../../lib/accounts/person.ts';
import { bearer } from '../../lib/http/authentication.ts';
import { endpoint } from '../../lib/http/endpoint.ts';
import { forbidden, notFound } from '../../lib/http/errors.ts';
import { accept } from '../../lib/sharing/accept.ts';
import { acceptConflicts } from '../../lib/sharing/pointing.ts';
import { invitationParameters } from '../../lib/sharing/received.ts';

export const handler = endpoint({
  summary: 'Accept an invitation; the Location header has the event',
  method: 'POST',
  authentication: bearer,
  input: { path: invitationParameters },
  success: 200,
  headers: { location: 'Path of the event' },
  errors: [403, 404, 409],
  conflicts: acceptConflicts,
  messages: { success: 'Invitation accepted successfully', failure: 'Invitation failed to be accepted' },
  handle: async ({ path }, { accountId }) => {
    const person = await getVerifiedPerson(accountId);
    if (!person) return forbidden();
    const event = await accept(accountId, person.email, path.id);
    return event === 'missing' ? notFound() : { headers: { location: `/events/view/${event.eventId}` } };
  },
});
