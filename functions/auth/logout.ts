import * as z from 'zod/mini';
import { endAllSessions, endSession } from '../../lib/accounts/sessions.ts';
import { session } from '../../lib/http/authentication.ts';
import { endpoint } from '../../lib/http/endpoint.ts';
import { END_ALL_SESSIONS } from '../../lib/permissions.ts';
import { flag } from '../../lib/schema.ts';

const logout = z
  // The body may be missing.
  .prefault(
    z.object({
      everywhere: z._default(flag, false).check(
        z.meta({
          description: '`true` ends all sessions, access tokens, share links and offers of the account',
        }),
      ),
    }),
    {},
  )
  .check(z.meta({ id: 'Logout', examples: [{ everywhere: true }] }));

export const handler = endpoint({
  summary: "End the token's session, or all sessions of the account",
  description: "Without a body, only the token's session ends.",
  method: 'POST',
  route: '/auth/logout',
  permissions: END_ALL_SESSIONS,
  authentication: session,
  input: { body: logout },
  errors: [401],
  messages: { success: 'Logged out successfully', failure: 'Logout failed' },
  handle: ({ body: { everywhere } }, caller) =>
    everywhere ? endAllSessions(caller) : endSession(caller, caller.sessionId),
});
