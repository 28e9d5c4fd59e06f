import * as z from 'zod/mini';
import { EDITORS } from '../../lib/auth/roles.ts';
import { eventTotalsResponse, toEventTotals } from '../../lib/budgets/event-totals.ts';
import { budgetParameters } from '../../lib/budgets/parameters.ts';
import { sessionOrToken } from '../../lib/http/authentication.ts';
import { endpoint } from '../../lib/http/endpoint.ts';
import { prefer } from '../../lib/http/prefer.ts';
import { ifMatch } from '../../lib/http/versions.ts';
import { byKey } from '../../lib/idempotency/by-key.ts';
import { CHANGE_BUDGETS } from '../../lib/permissions.ts';
import { changeBudget } from '../../lib/plan/change-budget.ts';

export const handler = endpoint({
  summary: 'Delete a budget',
  method: 'POST',
  route: '/events/{event_id}/budgets/delete/{id}',
  permissions: CHANGE_BUDGETS,
  authentication: sessionOrToken('write'),
  roles: EDITORS,
  idempotent: byKey('budgetsDelete'),
  input: { path: budgetParameters, headers: z.extend(ifMatch, prefer.shape) },
  success: 200,
  representation: { summary: eventTotalsResponse },
  errors: [403, 404, 412],
  messages: { success: 'Budget deleted successfully', failure: 'Budget failed to delete' },
  handle: ({ path, headers }, caller, idempotencyRecord) =>
    changeBudget(caller, path.event_id, path.id, {
      decide: () => undefined,
      versions: headers['if-match'],
      reply: ({ after }) => ({ representation: () => ({ summary: toEventTotals(after) }) }),
      idempotencyRecord,
    }),
});
