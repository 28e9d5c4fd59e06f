import { paymentParameters } from '../../lib/events/parameters.ts';
import { endpoint } from '../../lib/http/endpoint.ts';
import { ETAG, updateResult } from '../../lib/http/versions.ts';
import { byEditors, writeHeaders } from '../../lib/http/write.ts';
import {
  budgetOfPayment,
  paymentIn,
  toBudgetOfPayment,
  withoutPayment,
} from '../../lib/payments/change-payments.ts';
import { CHANGE_BUDGETS } from '../../lib/permissions.ts';
import { changeBudget } from '../../lib/plan/change-event.ts';

export const handler = endpoint({
  summary: 'Delete a payment',
  description: 'When the last one is deleted, the budget keeps its `spent`.',
  method: 'POST',
  route: '/events/{event_id}/budgets/{budget_id}/payments/delete/{id}',
  permissions: CHANGE_BUDGETS,
  ...byEditors('paymentsDelete'),
  input: { path: paymentParameters, headers: writeHeaders },
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
