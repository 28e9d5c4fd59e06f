import { budgetPath } from '../../lib/budgets/budget.ts';
import { deleteBudget } from '../../lib/budgets/budget-repository.ts';
import { tokenHolder } from '../../lib/http/access.ts';
import { endpoint } from '../../lib/http/endpoint.ts';
import { notFound } from '../../lib/http/refusals.ts';
import { ok } from '../../lib/http/replies.ts';

export const handler = endpoint({
  method: 'POST',
  access: tokenHolder,
  input: { path: budgetPath },
  failure: 'Budget failed to delete',
  handle: async ({ path }, accountId) => {
    if (!(await deleteBudget(accountId, path.event_id, path.id))) throw notFound();
    return ok({ message: 'Budget deleted successfully' });
  },
});
