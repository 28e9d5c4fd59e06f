import * as z from 'zod/mini';
import { EDITORS } from '../../lib/auth/roles.ts';
import { paymentResponse, toPaymentResponse } from '../../lib/budgets/response.ts';
import { sessionOrToken } from '../../lib/http/authentication.ts';
import { endpoint } from '../../lib/http/endpoint.ts';
import { prefer } from '../../lib/http/prefer.ts';
import { createResult, ETAG, ifMatch } from '../../lib/http/versions.ts';
import { nextId } from '../../lib/id.ts';
import { byKey } from '../../lib/idempotency/by-key.ts';
import { addedPayment, createPaymentConflicts, withNewPayment } from '../../lib/payments/change-payments.ts';
import { paymentsParameters } from '../../lib/payments/parameters.ts';
import { budgetOfPayment, toBudgetOfPayment } from '../../lib/payments/representation.ts';
import { newPayment } from '../../lib/payments/request.ts';
import { CHANGE_BUDGETS } from '../../lib/permissions.ts';
import { changeBudget } from '../../lib/plan/change-budget.ts';

export const handler = endpoint({
  summary: 'Add a payment to a budget',
  description:
    'A payment is a part of the budget that is paid or still to pay. The first one keeps what was `spent` before: what it does not ' +
    'cover becomes another payment, which is `paid`.',
  method: 'POST',
  route: '/events/{event_id}/budgets/{budget_id}/payments/create',
  permissions: CHANGE_BUDGETS,
  authentication: sessionOrToken('write'),
  roles: EDITORS,
  idempotent: byKey('paymentsCreate'),
  input: { path: paymentsParameters, headers: z.extend(ifMatch, prefer.shape), body: newPayment },
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
