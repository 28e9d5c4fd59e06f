import { CODE_REJECTIONS } from '../../lib/accounts/code.ts';
import { session } from '../../lib/http/authentication.ts';
import { endpoint } from '../../lib/http/endpoint.ts';
import { CHECK_AND_COUNT, HAVE_MAIL_SENT, may } from '../../lib/permissions.ts';
import { createToken, tokenInput, tokensFull } from '../../lib/tokens/create-token.ts';
import { createdTokenResponse, toCreatedTokenResponse } from '../../lib/tokens/response.ts';

export const handler = endpoint({
  summary: 'Create an access token for a program',
  description:
    'Needs your password, and a code if you have a second factor. Only this response has the `token`, or for `calendar` the `url`. Expired tokens do not count towards the maximum.',
  method: 'POST',
  route: '/account/tokens/create',
  permissions: [may(['GetItem', 'UpdateItem'], 'PERSON'), CHECK_AND_COUNT, HAVE_MAIL_SENT],
  load: 'hashing',
  usesServiceUrl: true,
  authentication: session,
  input: { body: tokenInput },
  success: 201,
  output: { data: createdTokenResponse },
  errors: [401, 403, 409, 422, 429],
  forbidden: CODE_REJECTIONS,
  conflicts: [tokensFull],
  messages: { success: 'Token created successfully', failure: 'Failed to create the token' },
  handle: async ({ body }, caller) => ({
    body: { data: toCreatedTokenResponse(await createToken(caller, body)) },
  }),
});
