import { sessionTokenResponse } from '../../lib/accounts/response.ts';
import { refreshToken } from '../../lib/accounts/sessions.ts';
import { sessionByExpiredToken } from '../../lib/http/authentication.ts';
import { endpoint } from '../../lib/http/endpoint.ts';

export const handler = endpoint({
  summary: 'Get a new token for the same session',
  description: 'An expired token works too, while its session lives.',
  method: 'POST',
  authentication: sessionByExpiredToken,
  input: {},
  success: 200,
  output: { token: sessionTokenResponse },
  errors: [401],
  messages: { success: 'Token refreshed successfully', failure: 'Token failed to refresh' },
  handle: async (_, caller) => ({ body: { token: await refreshToken(caller) } }),
});
