import * as z from 'zod/mini';
import { VIEWERS } from '../../lib/auth/roles.ts';
import { eventTotalsResponse, toEventTotals } from '../../lib/budgets/event-totals.ts';
import { listedBudget, toListedBudget } from '../../lib/budgets/response.ts';
import { inEventParameters } from '../../lib/events/parameters.ts';
import { EVENT_ETAG, toViewedEvent, viewedEvent } from '../../lib/events/response.ts';
import { sessionOrToken } from '../../lib/http/authentication.ts';
import { endpoint } from '../../lib/http/endpoint.ts';
import { viewResult } from '../../lib/http/versions.ts';
import { includeParameter, listOf, listResponse } from '../../lib/lists/page.ts';
import { may, SEE_NAMES, SEE_SESSION } from '../../lib/permissions.ts';
import type { Event } from '../../lib/plan/event.ts';
import { getEvent, type OwnedHead, readEvent, readOwnedEvent } from '../../lib/plan/repository.ts';

const budgetsQuery = z.object({
  include: includeParameter(
    ['times', 'event'],
    'What the list also has. `times`: `created_at` and `updated_at` of each budget. `event`: the event, as ' +
      '`GET /events/view/{id}` shows it',
  ),
});

const READ_ALL = 'The response has all budgets of the event. Sort and filter them yourself';

export const handler = endpoint({
  summary: "List an event's budgets with their totals",
  method: 'GET',
  route: '/events/{event_id}/budgets',
  permissions: [SEE_SESSION, SEE_NAMES, may(['GetItem'], 'ACCOUNT')],
  authentication: sessionOrToken('read', 'write'),
  roles: VIEWERS,
  input: { path: inEventParameters, query: budgetsQuery },
  removed: { sort: READ_ALL, category: READ_ALL, paid: READ_ALL },
  output: {
    ...listResponse(listedBudget),
    summary: eventTotalsResponse,
    event: z.optional(viewedEvent).check(z.meta({ description: 'Only with `include=event`' })),
  },
  headers: { etag: EVENT_ETAG },
  errors: [404],
  messages: { failure: 'Budgets failed to load', 404: 'Event not found' },
  handle: async ({ path, query }, caller) => {
    const showsEvent = query.include?.includes('event');
    const event: Event & OwnedHead = showsEvent
      ? await readOwnedEvent(caller, path.event_id)
      : await readEvent(caller, path.event_id, getEvent);
    return viewResult(event, {
      ...listOf(event.budgets.map((budget) => toListedBudget(budget, query))),
      summary: toEventTotals(event),
      ...(showsEvent && { event: toViewedEvent(event) }),
    });
  },
});
