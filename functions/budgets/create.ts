import { budgetsPath, budgetView, newBudget, shownBudget } from '../../lib/budgets/budget.ts';
import { createBudget } from '../../lib/budgets/budget-repository.ts';
import { tokenHolder } from '../../lib/http/access.ts';
import { endpoint } from '../../lib/http/endpoint.ts';
import { notFound } from '../../lib/http/refusals.ts';

export const handler = endpoint({
  summary: 'Add a budget to an event',
  method: 'POST',
  access: tokenHolder,
  input: { path: budgetsPath, body: newBudget },
  output: { data: shownBudget },
  makes: true,
  success: 'Budget saved successfully',
  failure: 'Budget failed to save',
  conflict: 'Budget failed to save',
  handle: async ({ path, body }, accountId) => {
    const budget = await createBudget(accountId, path.event_id, body);
    if (!budget) throw notFound();
    const location = `/events/${path.event_id}/budgets/view/${budget.id}`;
    return { location, body: { data: budgetView(budget) } };
  },
});
