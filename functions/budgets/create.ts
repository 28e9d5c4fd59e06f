import { budgetResponse, budgetsParameters, newBudget, toBudgetResponse } from '../../lib/budgets/budget.ts';
import { createBudget, createConflicts } from '../../lib/budgets/budget-repository.ts';
import { bearer } from '../../lib/http/authentication.ts';
import { endpoint } from '../../lib/http/endpoint.ts';
import { notFound } from '../../lib/http/errors.ts';

export const handler = endpoint({
  summary: 'Add a budget to an event',
  method: 'POST',
  authentication: bearer,
  input: { path: budgetsParameters, body: newBudget },
  success: 201,
  output: { data: budgetResponse },
  headers: { location: 'Path of the new budget' },
  errors: [404, 409],
  conflicts: createConflicts,
  messages: { success: 'Budget saved successfully', failure: 'Budget failed to save' },
  handle: async ({ path: { event_id: eventId }, body }, { accountId }) => {
    const budget = await createBudget({ ownerId: accountId, eventId }, body);
    if (!budget) return notFound();
    const location = `/events/${eventId}/budgets/view/${budget.id}`;
    return { headers: { location }, body: { data: toBudgetResponse(budget) } };
  },
});
