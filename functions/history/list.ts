import * as z from 'zod/mini';
import { countExpensiveCall } from '../../lib/accounts/limits.ts';
import { EDITORS } from '../../lib/auth/roles.ts';
import { inEventParameters } from '../../lib/events/parameters.ts';
import { hasFilters, historyQuery, pageOfHistory } from '../../lib/history/list-history.ts';
import { historyEntry } from '../../lib/history/response.ts';
import { sessionOrToken } from '../../lib/http/authentication.ts';
import { endpoint } from '../../lib/http/endpoint.ts';
import { ETAG, listResult } from '../../lib/http/versions.ts';
import { pageResponse } from '../../lib/lists/page.ts';
import { COUNT_ATTEMPTS, may, QUERY_HEADS, SEE_NAMES, SEE_SESSION } from '../../lib/permissions.ts';
import { ifSet } from '../../lib/schema.ts';

export const handler = endpoint({
  summary: 'List who changed what in an event, newest first',
  description:
    'An entry is one write, and shows its first 100 changes. It appears some seconds after the write, and for 90 days.',
  method: 'GET',
  route: '/events/{event_id}/history',
  permissions: [
    SEE_SESSION,
    SEE_NAMES,
    QUERY_HEADS,
    may(['Query'], 'HISTORY', 'HISTORY_PART'),
    COUNT_ATTEMPTS,
  ],
  authentication: sessionOrToken('read', 'write'),
  roles: EDITORS,
  input: { path: inEventParameters, query: historyQuery },
  output: {
    ...pageResponse(historyEntry),
    pending: ifSet(z.boolean(), 'Only while the last writes are not recorded yet. Read again in a second'),
  },
  headers: { etag: ETAG },
  errors: [403, 404, 429],
  messages: { failure: 'History failed to load', 404: 'Event not found' },
  handle: async ({ path, query }, caller) => {
    // It goes through all entries for those that match.
    if (hasFilters(query)) await countExpensiveCall(caller.accountId);
    return listResult(await pageOfHistory(caller, path.event_id, query));
  },
});
