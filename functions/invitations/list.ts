import { getVerifiedPerson, unverified } from '../../lib/accounts/person.ts';
import { session } from '../../lib/http/authentication.ts';
import { endpoint } from '../../lib/http/endpoint.ts';
import {
  invitationResponse,
  invitationsQuery,
  pageOfInvitations,
} from '../../lib/invitations/list-invitations.ts';
import { pageResponse } from '../../lib/lists/page.ts';
import { may, SEE_NAMES, SEE_SESSION } from '../../lib/permissions.ts';

export const handler = endpoint({
  summary: 'List invitations to events of others, newest first',
  description:
    'Needs a verified e-mail address. A page has at most 100, and at most the newest three of one owner that come after the cursor.',
  method: 'GET',
  route: '/invitations',
  permissions: [SEE_SESSION, SEE_NAMES, may(['Query'], 'EMAIL')],
  authentication: session,
  input: { query: invitationsQuery },
  output: pageResponse(invitationResponse),
  errors: [403],
  forbidden: [unverified],
  messages: { failure: 'Invitations failed to load' },
  handle: async ({ query }, { accountId }) => ({
    body: await pageOfInvitations(await getVerifiedPerson(accountId), query),
  }),
});
