import * as z from 'zod/mini';
import { countExpensiveCall } from '../../lib/accounts/limits.ts';
import { sessionOrToken } from '../../lib/http/authentication.ts';
import { endpoint } from '../../lib/http/endpoint.ts';
import { ETAG, listResult } from '../../lib/http/versions.ts';
import { cursorParameter } from '../../lib/lists/cursor.ts';
import { pageResponse } from '../../lib/lists/page.ts';
import { COUNT_ATTEMPTS, QUERY_HEADS, SEE_SESSION } from '../../lib/permissions.ts';
import { eventsTooLarge } from '../../lib/plan/repository.ts';
import { pageOfTrash, trashedEvent } from '../../lib/trash/list-trash.ts';

export const handler = endpoint({
  summary: 'List your deleted events that you can restore, last deleted first',
  method: 'GET',
  route: '/trash',
  permissions: [SEE_SESSION, QUERY_HEADS, COUNT_ATTEMPTS],
  authentication: sessionOrToken('read', 'write'),
  input: { query: z.object({ cursor: cursorParameter() }) },
  output: pageResponse(trashedEvent),
  headers: { etag: ETAG },
  errors: [409, 429],
  conflicts: [eventsTooLarge],
  messages: { failure: 'Trash failed to load' },
  handle: async ({ query }, { accountId }) => {
    await countExpensiveCall(accountId);
    return listResult(await pageOfTrash(accountId, query.cursor));
  },
});
