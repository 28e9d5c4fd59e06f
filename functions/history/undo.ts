import * as z from 'zod/mini';
import { countExpensiveCall } from '../../lib/accounts/limits.ts';
import { toWrittenBudgets, writtenBudgets } from '../../lib/budgets/representation.ts';
import { toViewedEvent, viewedEvent } from '../../lib/events/response.ts';
import { readEntry } from '../../lib/history/entry.ts';
import {
  entryParameters,
  rejectUndo,
  undoConflicts,
  undone,
  undoRequest,
  undoResponse,
} from '../../lib/history/undo.ts';
import { endpoint } from '../../lib/http/endpoint.ts';
import { ETAG, updateResult } from '../../lib/http/versions.ts';
import { byEditors, writeHeaders } from '../../lib/http/write.ts';
import { CHANGE_EVENTS, COUNT_ATTEMPTS, may, QUERY_HEADS, SEE_NAMES } from '../../lib/permissions.ts';
import { changeEvent } from '../../lib/plan/change-event.ts';
import { type Event, hasOtherFields, writtenBudgetsOf } from '../../lib/plan/event.ts';
import { asViewed } from '../../lib/plan/repository.ts';

export const handler = endpoint({
  summary: 'Undo a write of an event',
  description:
    'Deletes what the write created, restores what it deleted, and sets back the fields that it updated. If anything of it was changed ' +
    'since, the response is 409 and nothing is done, unless `keep_changed` is `true`. An undo can be undone. With `Prefer`, the ' +
    'response has the `budgets` that it wrote, and the event as `data` if its own fields were changed.',
  method: 'POST',
  route: '/events/{event_id}/history/undo/{version}',
  permissions: [
    ...CHANGE_EVENTS,
    SEE_NAMES,
    QUERY_HEADS,
    may(['Query'], 'HISTORY', 'HISTORY_PART'),
    COUNT_ATTEMPTS,
  ],
  load: 'heavy',
  ...byEditors('historyUndo'),
  input: { path: entryParameters, headers: writeHeaders, body: undoRequest },
  output: undoResponse,
  representation: { data: z.optional(viewedEvent), ...writtenBudgets },
  headers: { etag: ETAG },
  errors: [403, 404, 409, 412, 429],
  conflicts: undoConflicts,
  messages: { success: 'Changes undone successfully', failure: 'Failed to undo the changes' },
  handle: async ({ path, headers, body: { keep_changed } }, caller, idempotencyRecord) => {
    await countExpensiveCall(caller.accountId);
    const { entry, event } = await readEntry(caller, path.event_id, path.version);
    const undo = (event: Event) => undone(event, entry, keep_changed);
    return changeEvent({ ...caller, undoes: path.version }, path.event_id, {
      decide: (event) => undo(event).event,
      versions: headers['if-match'],
      reply: (written) =>
        updateResult({
          version: written.after.version,
          body: undo(written.before).counts,
          representation: async () => {
            const viewed = await asViewed(caller, written.after);
            return (
              viewed && {
                ...(hasOtherFields(written) && { data: toViewedEvent(viewed) }),
                ...toWrittenBudgets(writtenBudgetsOf(written), viewed),
              }
            );
          },
        }),
      idempotencyRecord,
    }).catch((error) => rejectUndo(error, event, path.version));
  },
});
