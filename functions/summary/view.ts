import * as z from 'zod/mini';
import { sessionOrToken } from '../../lib/http/authentication.ts';
import { endpoint } from '../../lib/http/endpoint.ts';
import { ETAG, listResult } from '../../lib/http/versions.ts';
import { listResponse } from '../../lib/lists/page.ts';
import { isPeriod, periodParameters } from '../../lib/lists/query.ts';
import { QUERY_HEADS, SEE_NAMES, SEE_SESSION } from '../../lib/permissions.ts';
import { eventsTooLarge } from '../../lib/plan/repository.ts';
import { currencySummary, summaryOf } from '../../lib/summary/summary.ts';

export const handler = endpoint({
  summary: 'Get totals of all events per currency and month',
  description:
    'Your own events, and those that others share with you. Sums can exceed 2^53, where most JSON parsers round. They have ' +
    'as many fractional digits as the event that has the most.',
  method: 'GET',
  route: '/summary',
  permissions: [SEE_SESSION, SEE_NAMES, QUERY_HEADS],
  authentication: sessionOrToken('read', 'write'),
  input: { query: z.object(periodParameters('Events')).check(isPeriod) },
  output: { data: listResponse(currencySummary).data },
  headers: { etag: ETAG },
  errors: [409],
  conflicts: [eventsTooLarge],
  messages: { failure: 'Summary failed to load' },
  handle: async ({ query }, { accountId }) => listResult({ data: await summaryOf(accountId, query) }),
});
