import { VIEWERS } from '../../lib/auth/roles.ts';
import { toBudgetList } from '../../lib/budgets/list-budgets.ts';
import { listedBudget } from '../../lib/budgets/listed-budget.ts';
import { budgetsQuery } from '../../lib/budgets/query.ts';
import { eventTotalsResponse } from '../../lib/budgets/totals.ts';
import { inEventParameters } from '../../lib/events/parameters.ts';
import { readEvent } from '../../lib/events/read-event.ts';
import { getEvent } from '../../lib/events/repository.ts';
import { sessionOrToken } from '../../lib/http/authentication.ts';
import { endpoint } from '../../lib/http/endpoint.ts';
import { ETAG, viewResult } from '../../lib/http/versions.ts';
import { listResponse } from '../../lib/lists/page.ts';

export const handler = endpoint({
  summary: "List an event's budgets with their totals",
  description: 'The `summary` is of the whole event, whatever the filters.',
  method: 'GET',
  authentication: sessionOrToken('read', 'write'),
  roles: VIEWERS,
  input: { path: inEventParameters, query: budgetsQuery },
  success: 200,
  output: { ...listResponse(listedBudget), summary: eventTotalsResponse },
  headers: { etag: ETAG },
  errors: [404],
  messages: { failure: 'Budgets failed to load', 404: 'Event not found' },
  handle: async ({ path, query }, caller) =>
    viewResult(await readEvent(caller, path.event_id, getEvent), (event) => toBudgetList(event, query)),
});
