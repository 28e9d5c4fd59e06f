import { budgetsPath, budgetView } from '../../lib/budgets/budget.ts';
import { summarize } from '../../lib/budgets/summary.ts';
import { getEvent } from '../../lib/events/event-repository.ts';
import { tokenHolder } from '../../lib/http/access.ts';
import { endpoint } from '../../lib/http/endpoint.ts';
import { notFound } from '../../lib/http/refusals.ts';
import { ok } from '../../lib/http/replies.ts';

export const handler = endpoint({
  method: 'GET',
  access: tokenHolder,
  input: { path: budgetsPath },
  failure: 'Budgets failed to load',
  notFound: 'Event not found',
  handle: async ({ path }, accountId) => {
    const event = await getEvent(accountId, path.event_id);
    if (!event) throw notFound();
    const data = event.budgets.map(budgetView);
    return ok({ return_count: data.length, data, summary: summarize(event.budgets) });
  },
});
