import { OWNER } from '../../lib/auth/roles.ts';
import { changeEvent } from '../../lib/events/change-event.ts';
import { eventParameters } from '../../lib/events/parameters.ts';
import { sessionOrToken } from '../../lib/http/authentication.ts';
import { endpoint } from '../../lib/http/endpoint.ts';
import { ifMatch } from '../../lib/http/versions.ts';

export const handler = endpoint({
  summary: 'Delete an event and its budgets',
  method: 'POST',
  authentication: sessionOrToken('write'),
  roles: OWNER,
  input: { path: eventParameters, headers: ifMatch },
  success: 200,
  errors: [403, 404, 412],
  messages: { success: 'Event deleted successfully', failure: 'Event failed to delete' },
  handle: async ({ path, headers }, caller) => {
    const deleted = { event: undefined, result: undefined };
    await changeEvent(caller, path.id, () => deleted, { versions: headers['if-match'] });
    return {};
  },
});
