import { budgetResponse, budgetsParameters, newBudget, toBudgetResponse } from '../../lib/budgets/budget.ts';
import { createBudget, createConflicts } from '../../lib/budgets/budget-repository.ts';
import { bearer } from '../../lib/http/authentication.ts';
import { endpoint } from '../../lib/http/endpoint.ts';
import { ETAG, etagOf, ifMatch, notWritten } from '../../lib/http/etag.ts';

export const handler = endpoint({
  summary: 'Add a budget to an event',
  method: 'POST',
  authentication: bearer,
  input: { path: budgetsParameters, headers: ifMatch, body: newBudget },
  success: 201,
  output: { data: budgetResponse },
  headers: { location: 'Path of the new budget', etag: ETAG },
  errors: [404, 409, 412],
  conflicts: createConflicts,
  messages: { success: 'Budget saved successfully', failure: 'Budget failed to save' },
  handle: async ({ path: { event_id: eventId }, headers, body }, { accountId }) => {
    const budget = await createBudget({ ownerId: accountId, eventId }, body, headers['if-match']);
    if (budget === 'missing' || budget === 'changed') return notWritten(budget);
    const location = `/events/${eventId}/budgets/view/${budget.id}`;
    return { headers: { location, etag: etagOf(budget.version) }, body: { data: toBudgetResponse(budget) } };
  },
});
