import { tokenResponse } from '../../lib/accounts/account-response.ts';
import { sessionEnd } from '../../lib/auth/sessions.ts';
import { issueToken } from '../../lib/auth/tokens.ts';
import { expiredBearer } from '../../lib/http/authentication.ts';
import { endpoint } from '../../lib/http/endpoint.ts';
import { unauthorized } from '../../lib/http/errors.ts';

export const handler = endpoint({
  summary: 'Get a new token for the same session',
  method: 'POST',
  authentication: expiredBearer,
  input: {},
  success: 200,
  output: { token: tokenResponse },
  errors: [401],
  messages: { success: 'Token refreshed successfully', failure: 'Token failed to refresh' },
  handle: async (_, caller) => {
    const end = await sessionEnd(caller);
    return end ? { body: { token: await issueToken(caller, end) } } : unauthorized('token_refused');
  },
});
