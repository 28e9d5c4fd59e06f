import * as z from 'zod/mini';
import { VIEWERS } from '../../lib/auth/roles.ts';
import { eventTotalsResponse } from '../../lib/budgets/event-totals.ts';
import { readForList, toBudgetList } from '../../lib/budgets/list-budgets.ts';
import { budgetsQuery, goneBudgetsParameters } from '../../lib/budgets/query.ts';
import { listedBudget } from '../../lib/budgets/response.ts';
import { inEventParameters } from '../../lib/events/parameters.ts';
import { EVENT_ETAG, viewedEvent } from '../../lib/events/response.ts';
import { sessionOrToken } from '../../lib/http/authentication.ts';
import { endpoint } from '../../lib/http/endpoint.ts';
import { viewResult } from '../../lib/http/versions.ts';
import { listResponse } from '../../lib/lists/page.ts';
import { may, SEE_NAMES, SEE_SESSION } from '../../lib/permissions.ts';

export const handler = endpoint({
  summary: "List an event's budgets with their totals",
  method: 'GET',
  route: '/events/{event_id}/budgets',
  permissions: [SEE_SESSION, SEE_NAMES, may(['GetItem'], 'ACCOUNT')],
  authentication: sessionOrToken('read', 'write'),
  roles: VIEWERS,
  input: { path: inEventParameters, query: budgetsQuery },
  gone: goneBudgetsParameters,
  success: 200,
  output: {
    ...listResponse(listedBudget),
    summary: eventTotalsResponse,
    event: z.optional(viewedEvent).check(z.meta({ description: 'Only with `include=event`' })),
  },
  headers: { etag: EVENT_ETAG },
  errors: [404],
  messages: { failure: 'Budgets failed to load', 404: 'Event not found' },
  handle: async ({ path, query }, caller) => {
    const event = await readForList(caller, path.event_id, query);
    return viewResult(event, toBudgetList(event, query));
  },
});
