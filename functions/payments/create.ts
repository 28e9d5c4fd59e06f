import * as z from 'zod/mini';
import { EDITORS } from '../../lib/auth/roles.ts';
import { paymentResponse, toPaymentResponse } from '../../lib/budgets/response.ts';
import { sessionOrToken } from '../../lib/http/authentication.ts';
import { endpoint } from '../../lib/http/endpoint.ts';
import { prefer } from '../../lib/http/prefer.ts';
import { createResult, ETAG, ifMatch } from '../../lib/http/versions.ts';
import { byKey } from '../../lib/idempotency/by-key.ts';
import {
  type CreatedPayment,
  createPayment,
  createPaymentConflicts,
} from '../../lib/payments/change-payments.ts';
import { paymentsParameters } from '../../lib/payments/parameters.ts';
import { newPayment } from '../../lib/payments/request.ts';
import { budgetOfPayment, toBudgetOfPayment } from '../../lib/payments/written-payment.ts';

export const handler = endpoint({
  summary: 'Add a payment to a budget',
  description: 'A payment is a part of the budget that is paid or still to pay.',
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
  handle: async (input, caller, claiming) => {
    const { event_id, budget_id } = input.path;
    const toResult = ({ payment, digits, version }: CreatedPayment) =>
      createResult({
        location: `/events/${event_id}/budgets/view/${budget_id}`,
        version,
        body: { data: toPaymentResponse(payment, digits) },
      });
    const { event, ...created } = await createPayment(caller, input, claiming(toResult));
    const { version = created.version, representation } = toBudgetOfPayment(event, budget_id) ?? {};
    return { ...toResult({ ...created, version }), representation };
  },
});
