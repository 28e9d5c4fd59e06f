import { getOwnAccount } from '../../lib/accounts/repository.ts';
import { session } from '../../lib/http/authentication.ts';
import { endpoint } from '../../lib/http/endpoint.ts';
import { listOf, listResponse } from '../../lib/lists/page.ts';
import { may } from '../../lib/permissions.ts';
import { accessTokenResponse, toAccessTokenResponses } from '../../lib/tokens/response.ts';

export const handler = endpoint({
  summary: 'List your access tokens, newest first',
  description: 'Expired ones are left out.',
  method: 'GET',
  route: '/account/tokens',
  permissions: [may(['GetItem'], 'PERSON')],
  authentication: session,
  input: {},
  output: listResponse(accessTokenResponse),
  errors: [401],
  messages: { failure: 'Tokens failed to load' },
  handle: async (_, caller) => ({ body: listOf(toAccessTokenResponses(await getOwnAccount(caller))) }),
});
