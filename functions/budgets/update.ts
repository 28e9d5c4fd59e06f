import { budgetChanges, budgetParameters } from '../../lib/budgets/budget.ts';
import { updateBudget } from '../../lib/budgets/budget-repository.ts';
import { eventTooLarge } from '../../lib/errors.ts';
import { bearer } from '../../lib/http/authentication.ts';
import { endpoint } from '../../lib/http/endpoint.ts';
import { notFound } from '../../lib/http/errors.ts';

export const handler = endpoint({
  summary: 'Update a budget; omitted fields keep their values',
  method: 'POST',
  authentication: bearer,
  input: { path: budgetParameters, body: budgetChanges },
  success: 200,
  errors: [404, 409],
  conflicts: [eventTooLarge],
  messages: { success: 'Budget saved successfully', failure: 'Budget failed to save' },
  handle: async ({ path, body }, { accountId }) => {
    const outcome = await updateBudget({ ownerId: accountId, eventId: path.event_id }, path.id, body);
    return outcome === 'missing' ? notFound() : {};
  },
});
