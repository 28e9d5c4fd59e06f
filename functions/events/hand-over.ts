import { CODE_REJECTIONS } from '../../lib/accounts/code.ts';
import { client } from '../../lib/accounts/network.ts';
import { unverified } from '../../lib/accounts/person.ts';
import { OWNER } from '../../lib/auth/roles.ts';
import { eventParameters } from '../../lib/events/parameters.ts';
import { session } from '../../lib/http/authentication.ts';
import { endpoint } from '../../lib/http/endpoint.ts';
import { offerConflicts, offerEvent } from '../../lib/invitations/invite.ts';
import { ownershipOfferInput } from '../../lib/members/request.ts';
import { offeredResponse, toInvited } from '../../lib/members/response.ts';
import { CHECK_AND_COUNT, HAVE_MAIL_SENT, may, mayTogether, SEE_SESSION } from '../../lib/permissions.ts';

export const handler = endpoint({
  summary: 'Offer your event to a new owner',
  description:
    'Needs your password, a code if you have a second factor, and a verified e-mail address. Whoever accepts the ' +
    'invitation owns the event, and you become an editor. A mail tells you about the offer. It expires after 14 days, and ' +
    'ends when you remove it from the members, change or reset your password, add a second factor, or log out everywhere.',
  method: 'POST',
  route: '/events/hand-over/{id}',
  permissions: [
    SEE_SESSION,
    may(['GetItem'], 'PERSON', 'ACCOUNT', 'EMAIL'),
    may(['UpdateItem'], 'PERSON', 'ACCOUNT'),
    CHECK_AND_COUNT,
    // In transactions only, but a check doesn't have the key that says so.
    may(['ConditionCheckItem'], 'ACCOUNT', 'EMAIL'),
    mayTogether(['PutItem', 'DeleteItem'], 'ACCOUNT', 'EMAIL'),
    HAVE_MAIL_SENT,
  ],
  load: 'hashing',
  authentication: session,
  roles: OWNER,
  input: { path: eventParameters, body: ownershipOfferInput, client },
  success: 201,
  output: { data: offeredResponse },
  headers: { location: 'Path of the members' },
  errors: [403, 404, 409, 422, 429],
  conflicts: offerConflicts,
  forbidden: [unverified, ...CODE_REJECTIONS],
  messages: { success: 'Event offered successfully', failure: 'Failed to offer the event' },
  handle: async ({ path, body, client }, caller) => {
    const { isMailed, ...offer } = await offerEvent(caller, path.id, body, client);
    return toInvited(path.id, { ...offer, email: body.email, role: 'owner' }, isMailed);
  },
});
