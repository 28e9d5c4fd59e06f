import { budgetListResponse, budgetsQuery, toBudgetList } from '../../lib/budgets/list-budgets.ts';
import { budgetsParameters } from '../../lib/budgets/parameters.ts';
import { readEvent } from '../../lib/events/read-event.ts';
import { getEvent } from '../../lib/events/whole-event.ts';
import { bearer } from '../../lib/http/authentication.ts';
import { endpoint } from '../../lib/http/endpoint.ts';
import { ETAG, viewResult } from '../../lib/http/versions.ts';

export const handler = endpoint({
  summary: "List an event's budgets with their totals",
  method: 'GET',
  authentication: bearer,
  input: { path: budgetsParameters, query: budgetsQuery },
  success: 200,
  output: budgetListResponse,
  headers: { etag: ETAG },
  errors: [404],
  messages: { failure: 'Budgets failed to load', 404: 'Event not found' },
  handle: async ({ path, query }, { accountId }) =>
    viewResult(await readEvent('budgetsList', accountId, path.event_id, getEvent), (event) =>
      toBudgetList(event, query),
    ),
});
