import { budgetFile } from '../../lib/budgets/file.ts';
import { budgetsParameters } from '../../lib/budgets/parameters.ts';
import { readEvent } from '../../lib/events/read-event.ts';
import { getEvent } from '../../lib/events/whole-event.ts';
import { bearer } from '../../lib/http/authentication.ts';
import { DOWNLOAD, downloadResult } from '../../lib/http/download.ts';
import { endpoint } from '../../lib/http/endpoint.ts';
import { ETAG } from '../../lib/http/versions.ts';

export const handler = endpoint({
  summary: "Export an event's budgets as a CSV file",
  method: 'GET',
  authentication: bearer,
  input: { path: budgetsParameters },
  success: 200,
  serves: 'text/csv; charset=utf-8',
  headers: { etag: ETAG, 'content-disposition': DOWNLOAD },
  errors: [404],
  messages: { failure: 'Budgets failed to export' },
  handle: async ({ path }, { accountId }) => {
    const event = await readEvent('budgetsExport', accountId, path.event_id, getEvent);
    return downloadResult(event, budgetFile, 'budgets.csv');
  },
});
