import { newBudget } from '../../lib/budgets/request.ts';
import { budgetResponse, toCreated } from '../../lib/budgets/response.ts';
import { createBudget, createConflicts } from '../../lib/budgets/create-budget.ts';
import { budgetsParameters } from '../../lib/budgets/parameters.ts';
import { bearer } from '../../lib/http/authentication.ts';
import { endpoint } from '../../lib/http/endpoint.ts';
import { createResult, ETAG, ifMatch } from '../../lib/http/versions.ts';
import { idempotencyKeyAnd, makeOnce } from '../../lib/idempotency/make-once.ts';

export const handler = endpoint({
  summary: 'Add a budget to an event',
  method: 'POST',
  authentication: bearer,
  input: { headers: idempotencyKeyAnd(ifMatch), path: budgetsParameters, body: newBudget },
  success: 201,
  output: { data: budgetResponse },
  headers: { location: 'Path of the new budget', etag: ETAG },
  errors: [403, 404, 409, 412],
  conflicts: createConflicts,
  messages: { success: 'Budget saved successfully', failure: 'Budget failed to save' },
  handle: async (input, { accountId }) => {
    const { made, replayed } = await makeOnce('budgetsCreate', accountId, input, (claim) =>
      createBudget(accountId, input, claim),
    );
    return createResult(toCreated(input, made), replayed);
  },
});
