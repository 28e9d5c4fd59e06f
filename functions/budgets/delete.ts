import { budgetParameters } from '../../lib/budgets/budget.ts';
import { deleteBudget } from '../../lib/budgets/budget-repository.ts';
import { bearer } from '../../lib/http/authentication.ts';
import { endpoint } from '../../lib/http/endpoint.ts';
import { ifMatch, notWritten } from '../../lib/http/versions.ts';

export const handler = endpoint({
  summary: 'Delete a budget',
  method: 'POST',
  authentication: bearer,
  input: { path: budgetParameters, headers: ifMatch },
  success: 200,
  errors: [404, 412],
  messages: { success: 'Budget deleted successfully', failure: 'Budget failed to delete' },
  handle: async ({ path, headers }, { accountId }) => {
    const outcome = await deleteBudget(
      { ownerId: accountId, eventId: path.event_id },
      path.id,
      headers['if-match'],
    );
    return outcome === 'done' ? {} : notWritten(outcome);
  },
});
