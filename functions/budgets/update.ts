import { budgetChanges } from '../../lib/budgets/budget-fields.ts';
import { budgetParameters } from '../../lib/budgets/parameters.ts';
import { updateBudget, updateConflicts } from '../../lib/budgets/update-budget.ts';
import { writeAmounts } from '../../lib/events/access.ts';
import { bearer } from '../../lib/http/authentication.ts';
import { endpoint } from '../../lib/http/endpoint.ts';
import { ETAG, ifMatch, updateResult } from '../../lib/http/versions.ts';

export const handler = endpoint({
  summary: 'Update a budget; omitted fields keep their values',
  method: 'POST',
  authentication: bearer,
  input: { path: budgetParameters, headers: ifMatch, body: budgetChanges },
  success: 200,
  headers: { etag: ETAG },
  errors: [403, 404, 409, 412],
  conflicts: updateConflicts,
  messages: { success: 'Budget saved successfully', failure: 'Budget failed to save' },
  handle: async ({ path, headers, body }, { accountId }) =>
    updateResult(
      await writeAmounts('budgetsUpdate', accountId, path.event_id, body.amounts, (event) =>
        updateBudget(event, path.id, body, headers['if-match']),
      ),
    ),
});
