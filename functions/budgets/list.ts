import { budgetResponse, budgetsParameters, toBudgetResponse } from '../../lib/budgets/budget.ts';
import { listBudgets } from '../../lib/budgets/budget-repository.ts';
import { summarize, summaryResponse } from '../../lib/budgets/summary.ts';
import { bearer } from '../../lib/http/authentication.ts';
import { endpoint } from '../../lib/http/endpoint.ts';
import { notFound } from '../../lib/http/errors.ts';
import { listOf, listResponse } from '../../lib/page.ts';

export const handler = endpoint({
  summary: "List an event's budgets with their totals",
  method: 'GET',
  authentication: bearer,
  input: { path: budgetsParameters },
  success: 200,
  output: { ...listResponse(budgetResponse), summary: summaryResponse },
  errors: [404],
  messages: { failure: 'Budgets failed to load', 404: 'Event not found' },
  handle: async ({ path }, { accountId }) => {
    const budgets = await listBudgets({ ownerId: accountId, eventId: path.event_id });
    if (!budgets) return notFound();
    return { body: { ...listOf(budgets.map(toBudgetResponse)), summary: summarize(budgets) } };
  },
});
