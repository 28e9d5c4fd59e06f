import { VIEWERS } from '../../lib/auth/roles.ts';
import { budgetResponse, toBudgetResponse } from '../../lib/budgets/response.ts';
import { budgetParameters } from '../../lib/events/parameters.ts';
import { sessionOrToken } from '../../lib/http/authentication.ts';
import { endpoint } from '../../lib/http/endpoint.ts';
import { ETAG, viewResult } from '../../lib/http/versions.ts';
import { single, singleResponse } from '../../lib/lists/page.ts';
import { may, SEE_SESSION } from '../../lib/permissions.ts';
import { budgetIn } from '../../lib/plan/event.ts';
import { getEvent, readEvent } from '../../lib/plan/repository.ts';

export const handler = endpoint({
  summary: 'Get a budget',
  method: 'GET',
  route: '/events/{event_id}/budgets/view/{id}',
  permissions: [SEE_SESSION, may(['GetItem'], 'ACCOUNT')],
  authentication: sessionOrToken('read', 'write'),
  roles: VIEWERS,
  input: { path: budgetParameters },
  output: singleResponse(budgetResponse),
  headers: { etag: ETAG },
  errors: [404],
  messages: { failure: 'Budget failed to load', 404: 'Budget not found' },
  handle: async ({ path }, caller) => {
    const budget = budgetIn(await readEvent(caller, path.event_id, getEvent), path.id);
    return viewResult(budget, single(toBudgetResponse(budget)));
  },
});
