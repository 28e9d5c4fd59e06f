import { toWrittenBudgets, writtenBudgets } from '../../lib/budgets/representation.ts';
import { eventTooLarge } from '../../lib/errors.ts';
import { eventParameters } from '../../lib/events/parameters.ts';
import { eventChanges } from '../../lib/events/request.ts';
import { toViewedEvent, viewedEvent } from '../../lib/events/response.ts';
import { changedEvent, currencyConflicts } from '../../lib/events/update-event.ts';
import { endpoint } from '../../lib/http/endpoint.ts';
import { ETAG, updateResult } from '../../lib/http/versions.ts';
import { byEditors, writeHeaders } from '../../lib/http/write.ts';
import { CHANGE_EVENTS, SEE_NAMES } from '../../lib/permissions.ts';
import { changeEvent } from '../../lib/plan/change-event.ts';
import { writtenBudgetsOf } from '../../lib/plan/event.ts';
import { asViewed } from '../../lib/plan/repository.ts';

export const handler = endpoint({
  summary: 'Update an event',
  description:
    'Fields that are left out keep their values, and `null` clears an optional one. New `guests` change the amounts of budgets per guest: ' +
    'with `Prefer`, the response has these `budgets`.',
  method: 'POST',
  route: '/events/update/{id}',
  permissions: [...CHANGE_EVENTS, SEE_NAMES],
  ...byEditors('eventsUpdate'),
  input: { path: eventParameters, headers: writeHeaders, body: eventChanges },
  representation: { data: viewedEvent, ...writtenBudgets },
  headers: { etag: ETAG },
  errors: [403, 404, 409, 412],
  conflicts: [eventTooLarge, ...currencyConflicts],
  messages: { success: 'Event saved successfully', failure: 'Event failed to save', bare: [404] },
  handle: ({ path, headers, body }, caller, idempotencyRecord) =>
    changeEvent(caller, path.id, {
      decide: (event) => changedEvent(event, body),
      versions: headers['if-match'],
      reply: (written) =>
        updateResult({
          version: written.after.version,
          representation: async () => {
            const event = await asViewed(caller, written.after);
            return (
              event && { data: toViewedEvent(event), ...toWrittenBudgets(writtenBudgetsOf(written), event) }
            );
          },
        }),
      idempotencyRecord,
    }),
});
