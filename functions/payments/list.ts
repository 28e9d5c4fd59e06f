import { countExpensiveCall } from '../../lib/accounts/limits.ts';
import { sessionOrToken } from '../../lib/http/authentication.ts';
import { endpoint } from '../../lib/http/endpoint.ts';
import { ETAG, listResult } from '../../lib/http/versions.ts';
import { pageResponse } from '../../lib/lists/page.ts';
import {
  amountsConflicts,
  amountsQuery,
  amountToPayResponse,
  pageOfAmounts,
} from '../../lib/payments/list-amounts.ts';
import { COUNT_ATTEMPTS, may, QUERY_HEADS, SEE_NAMES, SEE_SESSION } from '../../lib/permissions.ts';

export const handler = endpoint({
  summary: 'List what is left to pay across all events, soonest first',
  description:
    'What is left to pay on a due date, expenses and income, in your own events and in those that others share with you. ' +
    'With `paid=true`, it lists what was paid instead, by `paid_on`. Amounts without that day come last.',
  method: 'GET',
  route: '/payments',
  permissions: [SEE_SESSION, SEE_NAMES, QUERY_HEADS, may(['GetItem'], 'ACCOUNT'), COUNT_ATTEMPTS],
  load: 'heavy',
  throttle: 'expensive',
  authentication: sessionOrToken('read', 'write'),
  input: { query: amountsQuery },
  output: pageResponse(amountToPayResponse),
  headers: { etag: ETAG },
  errors: [409, 429],
  conflicts: amountsConflicts,
  messages: { failure: 'Payments failed to load' },
  handle: async ({ query }, { accountId }) => {
    if (query.event_id === undefined) await countExpensiveCall(accountId);
    return listResult(await pageOfAmounts(accountId, query));
  },
});
