import * as z from 'zod/mini';
import { eventTotalsResponse, toEventTotals } from '../../lib/budgets/event-totals.ts';
import { withEstimates } from '../../lib/budgets/update-budget.ts';
import { eventTooLarge } from '../../lib/errors.ts';
import { inEventParameters } from '../../lib/events/parameters.ts';
import { endpoint } from '../../lib/http/endpoint.ts';
import { ETAG, updateResult } from '../../lib/http/versions.ts';
import { byEditors, writeHeaders } from '../../lib/http/write.ts';
import { count } from '../../lib/lists/page.ts';
import { CHANGE_OR_CHECK_EVENTS } from '../../lib/permissions.ts';
import { changeEvent } from '../../lib/plan/change-event.ts';
import { writtenBudgetsOf } from '../../lib/plan/event.ts';
import { flag } from '../../lib/schema.ts';

const estimates = z
  // The body may be missing.
  .prefault(
    z.object({
      replace: z
        ._default(flag, false)
        .check(z.meta({ description: '`true` replaces the estimates that budgets have' })),
    }),
    {},
  )
  .check(z.meta({ id: 'Estimates', examples: [{ replace: true }] }));

export const handler = endpoint({
  summary: "Store each budget's current amount as its estimate",
  description:
    'Later changes of amounts, such as by more guests, show in `variance`. A budget that has an estimate keeps it unless ' +
    '`replace` is `true`, so a repeat changes nothing.',
  method: 'POST',
  route: '/events/{event_id}/budgets/estimate',
  permissions: CHANGE_OR_CHECK_EVENTS,
  ...byEditors('budgetsEstimate'),
  input: { path: inEventParameters, headers: writeHeaders, body: estimates },
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
      decide: (event) => withEstimates(event, body.replace),
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
