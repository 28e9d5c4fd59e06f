import { budgetsParameters } from '../../lib/budgets/budget.ts';
import { budgetListResponse, budgetsQuery, toBudgetList } from '../../lib/budgets/budget-list.ts';
import { listBudgets } from '../../lib/budgets/budget-repository.ts';
import { bearer } from '../../lib/http/authentication.ts';
import { endpoint } from '../../lib/http/endpoint.ts';
import { notFound } from '../../lib/http/errors.ts';
import { etagOf } from '../../lib/http/etag.ts';
import { ETAG } from '../../lib/http/versions.ts';

export const handler = endpoint({
  summary: "List an event's budgets with their totals",
  method: 'GET',
  authentication: bearer,
  input: { path: budgetsParameters, query: budgetsQuery },
  success: 200,
  output: budgetListResponse,
  headers: { etag: ETAG },
  errors: [404],
  messages: { failure: 'Budgets failed to load', 404: 'Event not found' },
  handle: async ({ path, query }, { accountId }) => {
    const found = await listBudgets({ ownerId: accountId, eventId: path.event_id });
    if (!found) return notFound();
    return { headers: { etag: etagOf(found.version) }, body: toBudgetList(found.budgets, query) };
  },
});
