import { paymentResponse, toPaymentResponse } from '../../lib/budgets/response.ts';
import { paymentsParameters } from '../../lib/events/parameters.ts';
import { endpoint } from '../../lib/http/endpoint.ts';
import { createResult, ETAG } from '../../lib/http/versions.ts';
import { byEditors, writeHeaders } from '../../lib/http/write.ts';
import { nextId } from '../../lib/id.ts';
import {
  addedPayment,
  budgetOfPayment,
  createPaymentConflicts,
  toBudgetOfPayment,
  withNewPayment,
} from '../../lib/payments/change-payments.ts';
import { newPayment } from '../../lib/payments/request.ts';
import { CHANGE_BUDGETS } from '../../lib/permissions.ts';
import { changeBudget } from '../../lib/plan/change-event.ts';

export const handler = endpoint({
  summary: 'Add a payment to a budget',
  description:
    'A payment is a part of the budget that is paid or still to pay. The first one keeps what was `spent` before: what it does not ' +
    'cover becomes another payment, which is `paid`.',
  method: 'POST',
  route: '/events/{event_id}/budgets/{budget_id}/payments/create',
  permissions: CHANGE_BUDGETS,
  ...byEditors('paymentsCreate'),
  input: { path: paymentsParameters, headers: writeHeaders, body: newPayment },
  success: 201,
  output: { data: paymentResponse },
  representation: budgetOfPayment,
  headers: { location: 'Path of the budget', etag: ETAG },
  errors: [403, 404, 409, 412],
  conflicts: createPaymentConflicts,
  messages: { success: 'Payment saved successfully', failure: 'Payment failed to save' },
  handle: ({ path: { event_id, budget_id }, headers, body }, caller, idempotencyRecord) => {
    // The same in every round, so that the result is right, whichever is done.
    const ids = { rest: nextId(), payment: nextId() };
    return changeBudget(caller, event_id, budget_id, {
      decide: (budget) => withNewPayment(budget, body, ids),
      versions: headers['if-match'],
      reply: (written) =>
        createResult({
          location: `/events/${event_id}/budgets/view/${budget_id}`,
          version: written.budget.version,
          body: { data: toPaymentResponse(addedPayment(written), written.budget.digits) },
          representation: () => toBudgetOfPayment(written),
        }),
      idempotencyRecord,
    });
  },
});
