import * as z from 'zod/mini';
import { endSession } from '../../lib/accounts/sessions.ts';
import { sessionId } from '../../lib/auth/session.ts';
import { session } from '../../lib/http/authentication.ts';
import { endpoint } from '../../lib/http/endpoint.ts';
import { END_SESSION } from '../../lib/permissions.ts';

export const handler = endpoint({
  summary: 'End one of your sessions',
  description: 'Its tokens stop working.',
  method: 'POST',
  route: '/account/sessions/end/{id}',
  permissions: END_SESSION,
  authentication: session,
  input: { path: z.object({ id: sessionId.check(z.meta({ description: 'Id of the session' })) }) },
  errors: [401, 404],
  messages: { success: 'Session ended successfully', failure: 'Failed to end the session' },
  handle: ({ path }, caller) => endSession(caller, path.id),
});
