import { budgetsPath, budgetView, shownBudget } from '../../lib/budgets/budget.ts';
import { shownSummary, summarize } from '../../lib/budgets/summary.ts';
import { getEvent } from '../../lib/events/event-repository.ts';
import { tokenHolder } from '../../lib/http/access.ts';
import { endpoint } from '../../lib/http/endpoint.ts';
import { manyOf } from '../../lib/http/page.ts';
import { notFound } from '../../lib/http/refusals.ts';

export const handler = endpoint({
  summary: 'List the budgets of an event, and what they add up to',
  method: 'GET',
  access: tokenHolder,
  input: { path: budgetsPath },
  output: { ...manyOf(shownBudget), summary: shownSummary },
  failure: 'Budgets failed to load',
  notFound: 'Event not found',
  handle: async ({ path }, accountId) => {
    const event = await getEvent(accountId, path.event_id);
    if (!event) throw notFound();
    const data = event.budgets.map(budgetView);
    return { body: { return_count: data.length, data, summary: summarize(event.budgets) } };
  },
});
