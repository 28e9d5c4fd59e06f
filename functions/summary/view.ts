import { eventsTooLarge } from '../../lib/events/all-events.ts';
import { currencyTotals, totalsOf, totalsQuery } from '../../lib/summary/summary.ts';
import { bearer } from '../../lib/http/authentication.ts';
import { endpoint } from '../../lib/http/endpoint.ts';
import { listResponse } from '../../lib/lists/page.ts';

export const handler = endpoint({
  summary: 'Add up all events per currency, and per month',
  method: 'GET',
  authentication: bearer,
  input: { query: totalsQuery },
  success: 200,
  output: { data: listResponse(currencyTotals).data },
  errors: [409],
  conflicts: [eventsTooLarge],
  messages: { failure: 'Summary failed to load' },
  handle: async ({ query }, { accountId }) => ({ body: { data: await totalsOf(accountId, query) } }),
});
