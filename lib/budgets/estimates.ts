import * as z from 'zod/mini';
import type { Event } from '../plan/event.ts';
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

/** The event with the amount of each budget as its estimate. The same if nothing changes. */
export function withEstimates(event: Event, { replace }: z.output<typeof estimates>): Event {
  const budgets = event.budgets.map((budget) => {
    const { amount_cents, estimate_cents } = budget;
    const isPlain = estimate_cents !== undefined && (!replace || estimate_cents === amount_cents);
    return isPlain ? budget : { ...budget, estimate_cents: amount_cents };
  });
  const isSame = budgets.every((budget, place) => budget === event.budgets[place]);
  return isSame ? event : { ...event, budgets };
}
