import { getVerifiedPerson } from '../../lib/accounts/person.ts';
import { bearer } from '../../lib/http/authentication.ts';
import { endpoint } from '../../lib/http/endpoint.ts';
import { listOf, listResponse } from '../../lib/page.ts';
import { invitationResponse, receivedInvitations } from '../../lib/sharing/received.ts';

export const handler = endpoint({
  summary: 'List invitations to events of others, oldest first',
  method: 'GET',
  authentication: bearer,
  input: {},
  success: 200,
  output: listResponse(invitationResponse),
  errors: [403],
  messages: { failure: 'Invitations failed to load' },
  handle: async (_, { accountId }) => ({
    body: listOf(await receivedInvitations(await getVerifiedPerson(accountId))),
  }),
});
