import { budgetChanges, budgetPath } from '../../lib/budgets/budget.ts';
import { updateBudget } from '../../lib/budgets/budget-repository.ts';
import { tokenHolder } from '../../lib/http/access.ts';
import { endpoint } from '../../lib/http/endpoint.ts';
import { notFound } from '../../lib/http/refusals.ts';
import { ok } from '../../lib/http/replies.ts';

export const handler = endpoint({
  method: 'POST',
  access: tokenHolder,
  input: { path: budgetPath, body: budgetChanges },
  failure: 'Budget failed to save',
  handle: async ({ path, body }, accountId) => {
    if (!(await updateBudget(accountId, path.event_id, path.id, body))) throw notFound();
    return ok({ message: 'Budget saved successfully' });
  },
});
