import { newBudgetOf } from '../../lib/budgets/new-budget.ts';
import { toWrittenBudget, writtenBudget } from '../../lib/budgets/representation.ts';
import { newBudget } from '../../lib/budgets/request.ts';
import { budgetResponse, toBudgetResponse } from '../../lib/budgets/response.ts';
import { inEventParameters } from '../../lib/events/parameters.ts';
import { endpoint } from '../../lib/http/endpoint.ts';
import { createResult, ETAG } from '../../lib/http/versions.ts';
import { byEditors, writeHeaders } from '../../lib/http/write.ts';
import { CHANGE_BUDGETS } from '../../lib/permissions.ts';
import { addBudget } from '../../lib/plan/change-event.ts';
import { createBudgetConflicts } from '../../lib/plan/event.ts';

export const handler = endpoint({
  summary: 'Add a budget to an event',
  description: 'Send its `amount`, or a `unit_amount` from which the service computes it.',
  method: 'POST',
  route: '/events/{event_id}/budgets/create',
  permissions: CHANGE_BUDGETS,
  ...byEditors('budgetsCreate'),
  input: { headers: writeHeaders, path: inEventParameters, body: newBudget },
  success: 201,
  output: { data: budgetResponse },
  representation: writtenBudget,
  headers: { location: 'Path of the new budget', etag: ETAG },
  errors: [403, 404, 409, 412],
  conflicts: createBudgetConflicts,
  messages: { success: 'Budget saved successfully', failure: 'Budget failed to save' },
  handle: ({ path, headers, body }, caller, idempotencyRecord) =>
    addBudget(caller, path.event_id, {
      make: (context, id) => newBudgetOf(body, context, id),
      versions: headers['if-match'],
      reply: (written) =>
        createResult({
          location: `/events/${path.event_id}/budgets/view/${written.budget.id}`,
          version: written.budget.version,
          body: { data: toBudgetResponse(written.budget) },
          representation: () => toWrittenBudget(written),
        }),
      idempotencyRecord,
    }),
});
