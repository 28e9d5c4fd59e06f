import * as z from 'zod/mini';
import { tokenId } from '../../lib/auth/access-token.ts';
import { session } from '../../lib/http/authentication.ts';
import { endpoint } from '../../lib/http/endpoint.ts';
import { END_TOKEN } from '../../lib/permissions.ts';
import { endToken } from '../../lib/tokens/create-token.ts';

export const handler = endpoint({
  summary: 'End one of your access tokens',
  description: 'It stops working at once.',
  method: 'POST',
  route: '/account/tokens/end/{id}',
  permissions: END_TOKEN,
  authentication: session,
  input: { path: z.object({ id: tokenId.check(z.meta({ description: 'Id of the access token' })) }) },
  errors: [401, 404],
  messages: { success: 'Token ended successfully', failure: 'Failed to end the token' },
  handle: ({ path }, caller) => endToken(caller, path.id),
});
