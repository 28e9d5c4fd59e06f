import { paymentResponse, toPaymentResponse } from '../../lib/budgets/response.ts';
import { eventTooLarge } from '../../lib/errors.ts';
import { paymentParameters } from '../../lib/events/parameters.ts';
import { endpoint } from '../../lib/http/endpoint.ts';
import { ETAG, updateResult } from '../../lib/http/versions.ts';
import { byEditors, writeHeaders } from '../../lib/http/write.ts';
import {
  budgetOfPayment,
  paymentIn,
  toBudgetOfPayment,
  withChangedPayment,
} from '../../lib/payments/change-payments.ts';
import { paymentChanges } from '../../lib/payments/request.ts';
import { CHANGE_BUDGETS } from '../../lib/permissions.ts';
import { changeBudget } from '../../lib/plan/change-event.ts';

export const handler = endpoint({
  summary: 'Update a payment',
  description:
    'Fields that are left out keep their values, and `null` clears an optional one. A payment is paid if it is `paid` or has `paid_on`.',
  method: 'POST',
  route: '/events/{event_id}/budgets/{budget_id}/payments/update/{id}',
  permissions: CHANGE_BUDGETS,
  ...byEditors('paymentsUpdate'),
  input: { path: paymentParameters, headers: writeHeaders, body: paymentChanges },
  representation: { data: paymentResponse, ...budgetOfPayment },
  headers: { etag: ETAG },
  errors: [403, 404, 409, 412],
  conflicts: [eventTooLarge],
  messages: { success: 'Payment saved successfully', failure: 'Payment failed to save' },
  handle: ({ path, headers, body }, caller, idempotencyRecord) =>
    changeBudget(caller, path.event_id, path.budget_id, {
      find: (budget) => paymentIn(budget, path.id),
      decide: (budget) => withChangedPayment(budget, path.id, body),
      versions: headers['if-match'],
      reply: (written) =>
        updateResult({
          version: written.budget.version,
          representation: () => ({
            data: toPaymentResponse(paymentIn(written.budget, path.id), written.budget.digits),
            ...toBudgetOfPayment(written),
          }),
        }),
      idempotencyRecord,
    }),
});
