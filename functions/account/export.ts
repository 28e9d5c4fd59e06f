import * as z from 'zod/mini';
import { countExpensiveCall } from '../../lib/accounts/limits.ts';
import { exportPage, exportResponse } from '../../lib/export/account-export.ts';
import { session } from '../../lib/http/authentication.ts';
import { endpoint } from '../../lib/http/endpoint.ts';
import { idCursorParameter } from '../../lib/lists/cursor.ts';
import { nextCursor } from '../../lib/lists/page.ts';
import { COUNT_ATTEMPTS, may, QUERY_HEADS, SEE_MEMBERS } from '../../lib/permissions.ts';

export const handler = endpoint({
  summary: 'Export your account with all its events and budgets',
  description: 'Send `next_cursor` as `cursor` to get more of the events and invitations.',
  method: 'GET',
  route: '/account/export',
  permissions: [
    SEE_MEMBERS,
    QUERY_HEADS,
    may(['GetItem'], 'PERSON'),
    may(['Query'], 'ACCOUNT', 'EMAIL'),
    COUNT_ATTEMPTS,
  ],
  load: 'heavy',
  authentication: session,
  input: { query: z.object({ cursor: idCursorParameter }) },
  output: { data: exportResponse, next_cursor: nextCursor },
  headers: { 'content-disposition': 'Makes browsers save the export as a file' },
  errors: [429],
  messages: { failure: 'Account failed to export' },
  handle: async ({ query }, caller) => {
    await countExpensiveCall(caller.accountId);
    return {
      headers: { 'content-disposition': 'attachment; filename="event-budget-account.json"' },
      body: await exportPage(caller, query.cursor),
    };
  },
});
