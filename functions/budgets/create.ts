import { budgetsPath, budgetView, newBudget } from '../../lib/budgets/budget.ts';
import { createBudget } from '../../lib/budgets/budget-repository.ts';
import { tokenHolder } from '../../lib/http/access.ts';
import { endpoint } from '../../lib/http/endpoint.ts';
import { notFound } from '../../lib/http/refusals.ts';
import { created } from '../../lib/http/replies.ts';

export const handler = endpoint({
  method: 'POST',
  access: tokenHolder,
  input: { path: budgetsPath, body: newBudget },
  failure: 'Budget failed to save',
  handle: async ({ path, body }, accountId) => {
    const budget = await createBudget(accountId, path.event_id, body);
    if (!budget) throw notFound();
    const location = `/events/${path.event_id}/budgets/view/${budget.id}`;
    return created(
      { message: 'Budget saved successfully', data: budgetView(budget) },
      { headers: { location } },
    );
  },
});
