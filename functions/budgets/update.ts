import { toWrittenBudget, writtenBudget } from '../../lib/budgets/representation.ts';
import { budgetChanges } from '../../lib/budgets/request.ts';
import { changedBudget } from '../../lib/budgets/update-budget.ts';
import { eventTooLarge } from '../../lib/errors.ts';
import { budgetParameters } from '../../lib/events/parameters.ts';
import { endpoint } from '../../lib/http/endpoint.ts';
import { ETAG, updateResult } from '../../lib/http/versions.ts';
import { byEditors, writeHeaders } from '../../lib/http/write.ts';
import { CHANGE_BUDGETS } from '../../lib/permissions.ts';
import { changeBudget } from '../../lib/plan/change-event.ts';

export const handler = endpoint({
  summary: 'Update a budget',
  description:
    'Fields that are left out keep their values, and `null` clears an optional one. With `unit_amount: null`, the budget keeps its amount.',
  method: 'POST',
  route: '/events/{event_id}/budgets/update/{id}',
  permissions: CHANGE_BUDGETS,
  ...byEditors('budgetsUpdate'),
  input: { path: budgetParameters, headers: writeHeaders, body: budgetChanges },
  representation: writtenBudget,
  headers: { etag: ETAG },
  errors: [403, 404, 409, 412],
  conflicts: [eventTooLarge],
  messages: { success: 'Budget saved successfully', failure: 'Budget failed to save' },
  handle: ({ path, headers, body }, caller, idempotencyRecord) =>
    changeBudget(caller, path.event_id, path.id, {
      decide: (budget, context) => changedBudget(budget, body, context),
      versions: headers['if-match'],
      reply: (written) =>
        updateResult({ version: written.budget.version, representation: () => toWrittenBudget(written) }),
      idempotencyRecord,
    }),
});
