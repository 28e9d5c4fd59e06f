import * as z from 'zod/mini';
import { EDITORS } from '../../lib/auth/roles.ts';
import { sessionOrToken } from '../../lib/http/authentication.ts';
import { endpoint } from '../../lib/http/endpoint.ts';
import { prefer } from '../../lib/http/prefer.ts';
import { ETAG, ifMatch, updateResult } from '../../lib/http/versions.ts';
import { byKey } from '../../lib/idempotency/by-key.ts';
import { paymentIn, withoutPayment } from '../../lib/payments/change-payments.ts';
import { paymentParameters } from '../../lib/payments/parameters.ts';
import { budgetOfPayment, toBudgetOfPayment } from '../../lib/payments/representation.ts';
import { CHANGE_BUDGETS } from '../../lib/permissions.ts';
import { changeBudget } from '../../lib/plan/change-budget.ts';

export const handler = endpoint({
  summary: 'Delete a payment',
  description: 'When the last one is deleted, the budget keeps its `spent`.',
  method: 'POST',
  route: '/events/{event_id}/budgets/{budget_id}/payments/delete/{id}',
  permissions: CHANGE_BUDGETS,
  authentication: sessionOrToken('write'),
  roles: EDITORS,
  idempotent: byKey('paymentsDelete'),
  input: { path: paymentParameters, headers: z.extend(ifMatch, prefer.shape) },
  success: 200,
  representation: budgetOfPayment,
  headers: { etag: ETAG },
  errors: [403, 404, 412],
  messages: { success: 'Payment deleted successfully', failure: 'Payment failed to delete' },
  handle: ({ path, headers }, caller, idempotencyRecord) =>
    changeBudget(caller, path.event_id, path.budget_id, {
      find: (budget) => paymentIn(budget, path.id),
      decide: (budget) => withoutPayment(budget, path.id),
      versions: headers['if-match'],
      reply: (written) =>
        updateResult({ version: written.budget.version, representation: () => toBudgetOfPayment(written) }),
      idempotencyRecord,
    }),
});
