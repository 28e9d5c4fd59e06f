import { eventTotalsResponse, toEventTotals } from '../../lib/budgets/event-totals.ts';
import { budgetParameters } from '../../lib/events/parameters.ts';
import { endpoint } from '../../lib/http/endpoint.ts';
import { byEditors, writeHeaders } from '../../lib/http/write.ts';
import { CHANGE_BUDGETS } from '../../lib/permissions.ts';
import { changeBudget } from '../../lib/plan/change-event.ts';

export const handler = endpoint({
  summary: 'Delete a budget',
  method: 'POST',
  route: '/events/{event_id}/budgets/delete/{id}',
  permissions: CHANGE_BUDGETS,
  ...byEditors('budgetsDelete'),
  input: { path: budgetParameters, headers: writeHeaders },
  representation: { summary: eventTotalsResponse },
  errors: [403, 404, 412],
  messages: { success: 'Budget deleted successfully', failure: 'Budget failed to delete' },
  handle: ({ path, headers }, caller, idempotencyRecord) =>
    changeBudget(caller, path.event_id, path.id, {
      decide: () => undefined,
      versions: headers['if-match'],
      reply: ({ after }) => ({ representation: () => ({ summary: toEventTotals(after) }) }),
      idempotencyRecord,
    }),
});
