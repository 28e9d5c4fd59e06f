import { budgetPath } from '../../lib/budgets/budget.ts';
import { deleteBudget } from '../../lib/budgets/budget-repository.ts';
import { tokenHolder } from '../../lib/http/access.ts';
import { endpoint } from '../../lib/http/endpoint.ts';
import { notFound } from '../../lib/http/refusals.ts';

export const handler = endpoint({
  summary: 'Delete a budget',
  method: 'POST',
  access: tokenHolder,
  input: { path: budgetPath },
  success: 'Budget deleted successfully',
  failure: 'Budget failed to delete',
  handle: async ({ path }, accountId) => {
    if (!(await deleteBudget(accountId, path.event_id, path.id))) throw notFound();
    return {};
  },
});
