import { VIEWERS } from '../../lib/auth/roles.ts';
import { exportQuery, toBudgetCsv } from '../../lib/budgets/file.ts';
import { inEventParameters } from '../../lib/events/parameters.ts';
import { sessionOrToken } from '../../lib/http/authentication.ts';
import { attachment } from '../../lib/http/download.ts';
import { endpoint } from '../../lib/http/endpoint.ts';
import { etagOf } from '../../lib/http/etag.ts';
import { ETAG } from '../../lib/http/versions.ts';
import { may, SEE_SESSION } from '../../lib/permissions.ts';
import { getEvent, readEvent } from '../../lib/plan/repository.ts';

export const handler = endpoint({
  summary: "Export an event's budgets as a CSV file",
  description:
    'With `include=version`, an import of the file changes the budgets instead of adding them again.',
  method: 'GET',
  route: '/events/{event_id}/budgets/export',
  permissions: [SEE_SESSION, may(['GetItem'], 'ACCOUNT')],
  load: 'heavy',
  authentication: sessionOrToken('read', 'write'),
  roles: VIEWERS,
  input: { path: inEventParameters, query: exportQuery },
  serves: 'text/csv; charset=utf-8',
  headers: { etag: ETAG, 'content-disposition': "Makes browsers save the file under the event's name" },
  errors: [404],
  messages: { failure: 'Budgets failed to export' },
  handle: async ({ path, query }, caller) => {
    const event = await readEvent(caller, path.event_id, getEvent);
    const headers = {
      etag: etagOf(event.version),
      'content-disposition': attachment(event.name, 'budgets.csv'),
    };
    return { headers, text: () => toBudgetCsv(event.budgets, query) };
  },
});
