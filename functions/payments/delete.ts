import * as z from 'zod/mini';
import { EDITORS } from '../../lib/auth/roles.ts';
import { sessionOrToken } from '../../lib/http/authentication.ts';
import { endpoint } from '../../lib/http/endpoint.ts';
import { prefer } from '../../lib/http/prefer.ts';
import { ETAG, ifMatch, updateResult } from '../../lib/http/versions.ts';
import { byKey } from '../../lib/idempotency/by-key.ts';
import { deletePayment } from '../../lib/payments/change-payments.ts';
import { paymentParameters } from '../../lib/payments/parameters.ts';
import { budgetOfPayment, toBudgetOfPayment } from '../../lib/payments/written-payment.ts';

export const handler = endpoint({
  summary: 'Delete a payment',
  description: 'After the last one, the `spent` of the budget is 0.',
  method: 'POST',
  authentication: sessionOrToken('write'),
  roles: EDITORS,
  idempotent: byKey('paymentsDelete'),
  input: { path: paymentParameters, headers: z.extend(ifMatch, prefer.shape) },
  success: 200,
  representation: budgetOfPayment,
  headers: { etag: ETAG },
  errors: [403, 404, 412],
  messages: { success: 'Payment deleted successfully', failure: 'Payment failed to delete' },
  handle: async (input, caller, claiming) => {
    const { version, event } = await deletePayment(caller, input, claiming(updateResult));
    return updateResult(toBudgetOfPayment(event, input.path.budget_id) ?? { version });
  },
});
