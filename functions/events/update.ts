import * as z from 'zod/mini';
import { EDITORS } from '../../lib/auth/roles.ts';
import { toWrittenBudgets, writtenBudgets } from '../../lib/budgets/representation.ts';
import { eventParameters } from '../../lib/events/parameters.ts';
import { eventChanges } from '../../lib/events/request.ts';
import { toViewedEvent, viewedEvent } from '../../lib/events/response.ts';
import { changedEvent, updateEventConflicts } from '../../lib/events/update-event.ts';
import { sessionOrToken } from '../../lib/http/authentication.ts';
import { endpoint } from '../../lib/http/endpoint.ts';
import { prefer } from '../../lib/http/prefer.ts';
import { ETAG, ifMatch, updateResult } from '../../lib/http/versions.ts';
import { byKey } from '../../lib/idempotency/by-key.ts';
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
  authentication: sessionOrToken('write'),
  roles: EDITORS,
  idempotent: byKey('eventsUpdate'),
  input: { path: eventParameters, headers: z.extend(ifMatch, prefer.shape), body: eventChanges },
  success: 200,
  representation: { data: viewedEvent, ...writtenBudgets },
  headers: { etag: ETAG },
  errors: [403, 404, 409, 412],
  conflicts: updateEventConflicts,
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
