import { budgetPath, budgetView, shownBudget } from '../../lib/budgets/budget.ts';
import { getEvent } from '../../lib/events/event-repository.ts';
import { tokenHolder } from '../../lib/http/access.ts';
import { endpoint } from '../../lib/http/endpoint.ts';
import { oneOf } from '../../lib/http/page.ts';
import { notFound } from '../../lib/http/refusals.ts';

export const handler = endpoint({
  summary: 'View a budget',
  method: 'GET',
  access: tokenHolder,
  input: { path: budgetPath },
  output: oneOf(shownBudget),
  failure: 'Budget failed to load',
  notFound: 'Budget not found',
  handle: async ({ path }, accountId) => {
    const event = await getEvent(accountId, path.event_id);
    const budget = event?.budgets.find(({ id }) => id === path.id);
    if (!budget) throw notFound();
    return { body: { return_count: 1, data: budgetView(budget) } };
  },
});
