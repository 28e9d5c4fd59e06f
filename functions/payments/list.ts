import { bearer } from '../../lib/http/authentication.ts';
import { endpoint } from '../../lib/http/endpoint.ts';
import { pageResponse } from '../../lib/lists/page.ts';
import { pageOfPayments, paymentsConflicts } from '../../lib/payments/list-payments.ts';
import { paymentsQuery } from '../../lib/payments/query.ts';
import { paymentResponse } from '../../lib/payments/response.ts';

export const handler = endpoint({
  summary: 'List the budgets of all events that have a due date, soonest first',
  description: 'Of your own events, and of those that others share with you.',
  method: 'GET',
  authentication: bearer,
  input: { query: paymentsQuery },
  success: 200,
  output: pageResponse(paymentResponse),
  errors: [409],
  conflicts: paymentsConflicts,
  messages: { failure: 'Payments failed to load' },
  handle: async ({ query }, { accountId }) => ({ body: await pageOfPayments(accountId, query) }),
});
