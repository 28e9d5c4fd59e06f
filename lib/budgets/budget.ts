import * as z from 'zod/mini';

/** One line of an event's plan, as it lies inside the event's item. */
export const budgetLine = z.object({ amount_cents: z.int() });

export type Budget = z.output<typeof budgetLine>;
