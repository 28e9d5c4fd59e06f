import {
  expiresInResponse,
  sessionTokenResponse,
  TOKEN_HEADERS,
  tokenHeaders,
} from '../../lib/accounts/response.ts';
import { refreshToken } from '../../lib/accounts/sessions.ts';
import { lifetimeOf } from '../../lib/auth/jwt.ts';
import { sessionByExpiredToken } from '../../lib/http/authentication.ts';
import { endpoint } from '../../lib/http/endpoint.ts';
import { SEE_SESSION, TOUCH_SESSION } from '../../lib/permissions.ts';

export const handler = endpoint({
  summary: 'Get a new token for the same session',
  description:
    'An expired token works until its session ends: 30 days after the login, or after 14 days without a refresh.',
  method: 'POST',
  route: '/auth/refresh',
  permissions: [SEE_SESSION, TOUCH_SESSION],
  authentication: sessionByExpiredToken,
  input: {},
  output: { token: sessionTokenResponse, expires_in: expiresInResponse },
  headers: TOKEN_HEADERS,
  errors: [401],
  messages: { success: 'Token refreshed successfully', failure: 'Failed to refresh the token' },
  handle: async (_, caller) => {
    const token = await refreshToken(caller);
    return { headers: tokenHeaders(token), body: { token, expires_in: lifetimeOf(token).expiresIn } };
  },
});
