import { EDITORS } from '../../lib/auth/roles.ts';
import { entryParameters } from '../../lib/history/parameters.ts';
import { readEntry, restoreBudgetsConflicts, withDeleted } from '../../lib/history/restore-budgets.ts';
import { sessionOrToken } from '../../lib/http/authentication.ts';
import { endpoint } from '../../lib/http/endpoint.ts';
import { byKey } from '../../lib/idempotency/by-key.ts';
import { may, mayTogether, QUERY_HEADS, SEE_CLAIM, SEE_NAMES, SEE_SESSION } from '../../lib/permissions.ts';
import { changeEvent } from '../../lib/plan/change-event.ts';

export const handler = endpoint({
  summary: 'Restore the budgets that a write deleted',
  description: 'With their payments and ids. Per-guest amounts are computed with the current guest count.',
  method: 'POST',
  route: '/events/{event_id}/history/restore/{version}',
  permissions: [
    SEE_SESSION,
    SEE_NAMES,
    SEE_CLAIM,
    QUERY_HEADS,
    may(['GetItem'], 'ACCOUNT'),
    may(['Query'], 'HISTORY'),
    may(['PutItem'], 'ACCOUNT'),
    mayTogether(['PutItem'], 'ACCOUNT', 'CLAIM'),
  ],
  authentication: sessionOrToken('write'),
  roles: EDITORS,
  idempotent: byKey('historyRestore'),
  input: { path: entryParameters },
  success: 200,
  errors: [403, 404, 409],
  conflicts: restoreBudgetsConflicts,
  messages: { success: 'Budgets restored successfully', failure: 'Budgets failed to be restored' },
  handle: async ({ path: { event_id, version } }, caller, claim) => {
    const entry = await readEntry(caller, event_id, version);
    return changeEvent({ ...caller, undoes: version }, event_id, {
      decide: (event) => withDeleted(event, entry),
      reply: () => ({}),
      claim,
    });
  },
});
