import * as z from 'zod/mini';
import { EDITORS } from '../../lib/auth/roles.ts';
import { eventTooLarge } from '../../lib/errors.ts';
import { sessionOrToken } from '../../lib/http/authentication.ts';
import { endpoint } from '../../lib/http/endpoint.ts';
import { prefer } from '../../lib/http/prefer.ts';
import { ETAG, ifMatch, updateResult } from '../../lib/http/versions.ts';
import { byKey } from '../../lib/idempotency/by-key.ts';
import { updatePayment } from '../../lib/payments/change-payments.ts';
import { paymentParameters } from '../../lib/payments/parameters.ts';
import { paymentChanges } from '../../lib/payments/request.ts';
import { toWrittenPayment, writtenPayment } from '../../lib/payments/written-payment.ts';

export const handler = endpoint({
  summary: 'Update a payment',
  description:
    'Fields that are left out keep their values, and `null` clears an optional one. A payment with `paid_on` is paid.',
  method: 'POST',
  authentication: sessionOrToken('write'),
  roles: EDITORS,
  idempotent: byKey('paymentsUpdate'),
  input: { path: paymentParameters, headers: z.extend(ifMatch, prefer.shape), body: paymentChanges },
  success: 200,
  representation: writtenPayment,
  headers: { etag: ETAG },
  errors: [403, 404, 409, 412],
  conflicts: [eventTooLarge],
  messages: { success: 'Payment saved successfully', failure: 'Payment failed to save' },
  handle: async (input, caller, claiming) => {
    const { version, event } = await updatePayment(caller, input, claiming(updateResult));
    return updateResult(toWrittenPayment(event, input.path.budget_id, input.path.id) ?? { version });
  },
});
