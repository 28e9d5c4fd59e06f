import * as z from 'zod/mini';
import { getVerifiedPerson, unverified } from '../../lib/accounts/person.ts';
import { session } from '../../lib/http/authentication.ts';
import { endpoint } from '../../lib/http/endpoint.ts';
import { pageOfInvitations } from '../../lib/invitations/list-invitations.ts';
import { invitationResponse } from '../../lib/invitations/response.ts';
import { idCursorParameter } from '../../lib/lists/id-cursor.ts';
import { pageResponse } from '../../lib/lists/page.ts';

export const handler = endpoint({
  summary: 'List invitations to events of others, newest first',
  description: 'Needs a verified e-mail address. One owner has at most the newest three in the list.',
  method: 'GET',
  authentication: session,
  input: { query: z.object({ cursor: idCursorParameter }) },
  success: 200,
  output: pageResponse(invitationResponse),
  errors: [403],
  forbidden: [unverified],
  messages: { failure: 'Invitations failed to load' },
  handle: async ({ query }, { accountId }) => ({
    body: await pageOfInvitations(await getVerifiedPerson(accountId), query.cursor),
  }),
});
