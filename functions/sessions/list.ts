import { getOwnAccount } from '../../lib/accounts/repository.ts';
import { sessionResponse, toSessionResponses } from '../../lib/accounts/response.ts';
import { session } from '../../lib/http/authentication.ts';
import { endpoint } from '../../lib/http/endpoint.ts';
import { listOf, listResponse } from '../../lib/lists/page.ts';
import { may } from '../../lib/permissions.ts';

export const handler = endpoint({
  summary: 'List your sessions, newest first',
  description: 'Each login starts a session.',
  method: 'GET',
  route: '/account/sessions',
  permissions: [may(['GetItem'], 'PERSON')],
  authentication: session,
  input: {},
  output: listResponse(sessionResponse),
  errors: [401],
  messages: { failure: 'Sessions failed to load' },
  handle: async (_, caller) => ({
    body: listOf(toSessionResponses(await getOwnAccount(caller), caller.sessionId)),
  }),
});
