import { logoutBody } from '../../lib/accounts/logout.ts';
import { endAllSessions, endSession } from '../../lib/accounts/sessions.ts';
import { bearer } from '../../lib/http/authentication.ts';
import { endpoint } from '../../lib/http/endpoint.ts';

export const handler = endpoint({
  summary: "End the token's session, or all sessions of the account",
  method: 'POST',
  authentication: bearer,
  input: { body: logoutBody },
  success: 200,
  errors: [401],
  messages: { success: 'Logged out successfully', failure: 'Logout failed' },
  handle: async ({ body: { everywhere } }, caller) => {
    await (everywhere ? endAllSessions(caller) : endSession(caller, caller.sessionId));
    return {};
  },
});
