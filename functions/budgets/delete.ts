import * as z from 'zod/mini';
import { EDITORS } from '../../lib/auth/roles.ts';
import { deleteBudget } from '../../lib/budgets/delete-budget.ts';
import { budgetParameters } from '../../lib/budgets/parameters.ts';
import { eventTotalsResponse, toEventTotals } from '../../lib/budgets/totals.ts';
import { sessionOrToken } from '../../lib/http/authentication.ts';
import { endpoint } from '../../lib/http/endpoint.ts';
import { prefer } from '../../lib/http/prefer.ts';
import { ifMatch } from '../../lib/http/versions.ts';
import { byKey } from '../../lib/idempotency/by-key.ts';

export const handler = endpoint({
  summary: 'Delete a budget',
  method: 'POST',
  authentication: sessionOrToken('write'),
  roles: EDITORS,
  idempotent: byKey('budgetsDelete'),
  input: { path: budgetParameters, headers: z.extend(ifMatch, prefer.shape) },
  success: 200,
  representation: { summary: eventTotalsResponse },
  errors: [403, 404, 412],
  messages: { success: 'Budget deleted successfully', failure: 'Budget failed to delete' },
  handle: async (input, caller, claiming) => {
    const claim = claiming(() => ({}));
    const event = await deleteBudget(caller, input, claim);
    return { representation: event && { summary: toEventTotals(event) } };
  },
});
