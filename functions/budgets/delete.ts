import { deleteBudget } from '../../lib/budgets/budget-repository.ts';
import { budgetParameters } from '../../lib/budgets/parameters.ts';
import { writeEvent } from '../../lib/events/access.ts';
import { bearer } from '../../lib/http/authentication.ts';
import { endpoint } from '../../lib/http/endpoint.ts';
import { deleteResult, ifMatch } from '../../lib/http/versions.ts';

export const handler = endpoint({
  summary: 'Delete a budget',
  method: 'POST',
  authentication: bearer,
  input: { path: budgetParameters, headers: ifMatch },
  success: 200,
  errors: [403, 404, 412],
  messages: { success: 'Budget deleted successfully', failure: 'Budget failed to delete' },
  handle: async ({ path, headers }, { accountId }) =>
    deleteResult(
      await writeEvent('budgetsDelete', accountId, path.event_id, (event) =>
        deleteBudget(event, path.id, headers['if-match']),
      ),
    ),
});
