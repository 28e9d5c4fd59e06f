import * as z from 'zod/mini';
import type { Change } from '../dynamodb/changes.ts';
import type { EventCaller } from '../events/caller.ts';
import { changeEvent, type WriteHeaders } from '../events/change-event.ts';
import { type Event, withBudgets } from '../events/event.ts';
import type { inEventParameters } from '../events/parameters.ts';
import { flag } from '../schema.ts';

export const estimates = z
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

interface Saving {
  path: z.output<typeof inEventParameters>;
  headers: WriteHeaders;
  body: z.output<typeof estimates>;
}

interface Saved {
  /** The event's version. */
  version: number;
  /** How many budgets have another estimate. */
  count: number;
}

/** Makes the amount of each budget its estimate. Returns the event if asked to. Throws a `RefusalError`. */
export async function saveEstimates(
  caller: EventCaller,
  { path, headers, body }: Saving,
  claim?: (saved: Saved) => Change,
): Promise<Saved & { event?: Event | undefined }> {
  const { result, event } = await changeEvent(
    caller,
    path.event_id,
    (before) => {
      const budgets = before.budgets.map((budget) => {
        const { amount_cents, estimate_cents, version } = budget;
        const isKept = estimate_cents !== undefined && (!body.replace || estimate_cents === amount_cents);
        return isKept ? budget : { ...budget, estimate_cents: amount_cents, version: version + 1 };
      });
      const count = budgets.filter((budget, place) => budget !== before.budgets[place]).length;
      if (count === 0) return { event: before, result: { version: before.version, count } };
      return { event: withBudgets(before, budgets), result: { version: before.version + 1, count } };
    },
    { versions: headers['if-match'], needsVersion: true, returnsEvent: headers.prefer, claim },
  );
  return { ...result, event };
}
