import { budgetChanges, budgetPath } from '../../lib/budgets/budget.ts';
import { updateBudget } from '../../lib/budgets/budget-repository.ts';
import { tokenHolder } from '../../lib/http/access.ts';
import { endpoint } from '../../lib/http/endpoint.ts';
import { notFound } from '../../lib/http/refusals.ts';

export const handler = endpoint({
  summary: 'Change a budget; what is left out stays as it is',
  method: 'POST',
  access: tokenHolder,
  input: { path: budgetPath, body: budgetChanges },
  success: 'Budget saved successfully',
  failure: 'Budget failed to save',
  conflict: 'Budget failed to save',
  handle: async ({ path, body }, accountId) => {
    if (!(await updateBudget(accountId, path.event_id, path.id, body))) throw notFound();
    return {};
  },
});
