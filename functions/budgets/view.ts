import { budgetParameters, budgetResponse, toBudgetResponse } from '../../lib/budgets/budget.ts';
import { getBudget } from '../../lib/budgets/budget-repository.ts';
import { bearer } from '../../lib/http/authentication.ts';
import { endpoint } from '../../lib/http/endpoint.ts';
import { notFound } from '../../lib/http/errors.ts';
import { etagOf } from '../../lib/http/etag.ts';
import { ETAG } from '../../lib/http/versions.ts';
import { single, singleResponse } from '../../lib/page.ts';

export const handler = endpoint({
  summary: 'Get a budget',
  method: 'GET',
  authentication: bearer,
  input: { path: budgetParameters },
  success: 200,
  output: singleResponse(budgetResponse),
  headers: { etag: ETAG },
  errors: [404],
  messages: { failure: 'Budget failed to load', 404: 'Budget not found' },
  handle: async ({ path }, { accountId }) => {
    const budget = await getBudget({ ownerId: accountId, eventId: path.event_id }, path.id);
    if (!budget) return notFound();
    return { headers: { etag: etagOf(budget.version) }, body: single(toBudgetResponse(budget)) };
  },
});
