import { writeOwnEvent } from '../../lib/events/access.ts';
import { eventParameters } from '../../lib/events/event.ts';
import { deleteEvent } from '../../lib/events/event-repository.ts';
import { bearer } from '../../lib/http/authentication.ts';
import { endpoint } from '../../lib/http/endpoint.ts';
import { deleteResult, ifMatch } from '../../lib/http/versions.ts';

export const handler = endpoint({
  summary: 'Delete an event and its budgets',
  method: 'POST',
  authentication: bearer,
  input: { path: eventParameters, headers: ifMatch },
  success: 200,
  errors: [403, 404, 412],
  messages: { success: 'Event deleted successfully', failure: 'Event failed to delete' },
  handle: async ({ path, headers }, { accountId }) =>
    deleteResult(await writeOwnEvent(accountId, path.id, (event) => deleteEvent(event, headers['if-match']))),
});
