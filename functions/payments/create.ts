import * as z from 'zod/mini';
import { EDITORS } from '../../lib/auth/roles.ts';
import { paymentResponse, toPaymentResponse } from '../../lib/budgets/response.ts';
import { sessionOrToken } from '../../lib/http/authentication.ts';
import { endpoint } from '../../lib/http/endpoint.ts';
import { prefer } from '../../lib/http/prefer.ts';
import { createResult, ETAG, ifMatch } from '../../lib/http/versions.ts';
import { byKey } from '../../lib/idempotency/make-once.ts';
import { DEFAULT_DIGITS } from '../../lib/money/amount.ts';
import { paymentsParameters } from '../../lib/payments/parameters.ts';
import { createPayment, createPaymentConflicts, newPaymentOf } from '../../lib/payments/repository.ts';
import { newPayment } from '../../lib/payments/request.ts';
import { budgetOfPayment, toBudgetOfPayment } from '../../lib/payments/written-payment.ts';

export const handler = endpoint({
  summary: 'Add a payment to a budget',
  description: 'A part of the budget that is paid, or still to pay.',
  method: 'POST',
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
  handle: async ({ path, headers, body }, caller, once) => {
    const made = await once((claim) => createPayment(caller, path, body, headers, claim));
    const { id, digits = DEFAULT_DIGITS, version = 0 } = made;
    const { event_id, budget_id } = path;
    return createResult({
      location: `/events/${event_id}/budgets/view/${budget_id}`,
      version,
      // Made of the body, so that a repeated request has the first response, whatever became of the payment.
      body: { data: toPaymentResponse(newPaymentOf(body, { id, digits }), digits) },
      ...('event' in made && toBudgetOfPayment(made.event, budget_id)),
    });
  },
});
