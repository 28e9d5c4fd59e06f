import * as z from 'zod/mini';
import { EDITORS } from '../../lib/auth/roles.ts';
import { estimates, withEstimates } from '../../lib/budgets/estimates.ts';
import { eventTotalsResponse, toEventTotals } from '../../lib/budgets/event-totals.ts';
import { eventTooLarge } from '../../lib/errors.ts';
import { inEventParameters } from '../../lib/events/parameters.ts';
import { sessionOrToken } from '../../lib/http/authentication.ts';
import { endpoint } from '../../lib/http/endpoint.ts';
import { prefer } from '../../lib/http/prefer.ts';
import { ETAG, ifMatch, updateResult } from '../../lib/http/versions.ts';
import { byKey } from '../../lib/idempotency/by-key.ts';
import { count } from '../../lib/lists/page.ts';
import { CHANGE_OR_CHECK_EVENTS } from '../../lib/permissions.ts';
import { changeEvent } from '../../lib/plan/change-event.ts';
import { writtenBudgetsOf } from '../../lib/plan/event.ts';

export const handler = endpoint({
  summary: "Store each budget's current amount as its estimate",
  description:
    'Later changes of amounts, such as by more guests, show in `variance`. A budget that has an estimate keeps it unless ' +
    '`replace` is `true`, so a repeat changes nothing.',
  method: 'POST',
  route: '/events/{event_id}/budgets/estimate',
  permissions: CHANGE_OR_CHECK_EVENTS,
  authentication: sessionOrToken('write'),
  roles: EDITORS,
  idempotent: byKey('budgetsEstimate'),
  input: { path: inEventParameters, headers: z.extend(ifMatch, prefer.shape), body: estimates },
  success: 200,
  output: {
    return_count: count.check(
      z.meta({ description: 'How many estimates were set or changed', examples: [2] }),
    ),
  },
  representation: { summary: eventTotalsResponse },
  headers: { etag: ETAG },
  errors: [403, 404, 409, 412],
  conflicts: [eventTooLarge],
  messages: { success: 'Estimates saved successfully', failure: 'Estimates failed to save' },
  handle: ({ path, headers, body }, caller, idempotencyRecord) =>
    changeEvent(caller, path.event_id, {
      decide: (event) => withEstimates(event, body),
      versions: headers['if-match'],
      reply: (written) =>
        updateResult({
          version: written.after.version,
          body: { return_count: writtenBudgetsOf(written).length },
          representation: () => ({ summary: toEventTotals(written.after) }),
        }),
      idempotencyRecord,
    }),
});
