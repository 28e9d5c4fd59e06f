import { budgetPath, budgetView } from '../../lib/budgets/budget.ts';
import { getEvent } from '../../lib/events/event-repository.ts';
import { tokenHolder } from '../../lib/http/access.ts';
import { endpoint } from '../../lib/http/endpoint.ts';
import { notFound } from '../../lib/http/refusals.ts';
import { ok } from '../../lib/http/replies.ts';

export const handler = endpoint({
  method: 'GET',
  access: tokenHolder,
  input: { path: budgetPath },
  failure: 'Budget failed to load',
  notFound: 'Budget not found',
  handle: async ({ path }, accountId) => {
    const event = await getEvent(accountId, path.event_id);
    if (!event) throw notFound('Event not found');
    const budget = event.budgets.find(({ id }) => id === path.id);
    if (!budget) throw notFound();
    return ok({ return_count: 1, data: budgetView(budget) });
  },
});
