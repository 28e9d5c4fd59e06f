import { OWNER } from '../../lib/auth/roles.ts';
import { inEventParameters } from '../../lib/events/parameters.ts';
import { clearHistory } from '../../lib/history/clear-history.ts';
import { session } from '../../lib/http/authentication.ts';
import { endpoint } from '../../lib/http/endpoint.ts';

export const handler = endpoint({
  summary: 'Clear the history of an event',
  description: 'Afterwards, nobody can see or restore earlier changes.',
  method: 'POST',
  authentication: session,
  roles: OWNER,
  input: { path: inEventParameters },
  success: 200,
  errors: [403, 404],
  messages: { success: 'History cleared successfully', failure: 'History failed to be cleared' },
  handle: async ({ path }, caller) => {
    await clearHistory(caller, path.event_id);
    return {};
  },
});
