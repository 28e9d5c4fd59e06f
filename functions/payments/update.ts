import * as z from 'zod/mini';
import { EDITORS } from '../../lib/auth/roles.ts';
import { eventTooLarge } from '../../lib/errors.ts';
import { sessionOrToken } from '../../lib/http/authentication.ts';
import { endpoint } from '../../lib/http/endpoint.ts';
import { prefer } from '../../lib/http/prefer.ts';
import { ETAG, ifMatch, updateResult } from '../../lib/http/versions.ts';
import { byKey } from '../../lib/idempotency/by-key.ts';
import { paymentIn, withChangedPayment } from '../../lib/payments/change-payments.ts';
import { paymentParameters } from '../../lib/payments/parameters.ts';
import { toWrittenPayment, writtenPayment } from '../../lib/payments/representation.ts';
import { paymentChanges } from '../../lib/payments/request.ts';
import { CHANGE_BUDGETS } from '../../lib/permissions.ts';
import { changeBudget } from '../../lib/plan/change-budget.ts';

export const handler = endpoint({
  summary: 'Update a payment',
  description:
    'Fields that are left out keep their values, and `null` clears an optional one. A payment is paid if it is `paid` or has `paid_on`.',
  method: 'POST',
  route: '/events/{event_id}/budgets/{budget_id}/payments/update/{id}',
  permissions: CHANGE_BUDGETS,
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
  handle: ({ path, headers, body }, caller, idempotencyRecord) =>
    changeBudget(caller, path.event_id, path.budget_id, {
      find: (budget) => paymentIn(budget, path.id),
      decide: (budget) => withChangedPayment(budget, path.id, body),
      versions: headers['if-match'],
      reply: (written) =>
        updateResult({
          version: written.budget.version,
          representation: () => toWrittenPayment(written, path.id),
        }),
      idempotencyRecord,
    }),
});
