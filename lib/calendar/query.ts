import * as z from 'zod/mini';
import { problem } from '../problem.ts';

export const calendarQuery = z.object({
  token: z
    .optional(z.string())
    .check(z.meta({ description: 'From the `url` that the create of the token returned' })),
  only: z.optional(
    z.enum(['events', 'payments'], { error: problem('invalid', 'must be events or payments') }).check(
      z.meta({
        description:
          '`events` for the days of events only, `payments` for the open amounts only. Without it, both',
      }),
    ),
  ),
});

export type CalendarQuery = z.output<typeof calendarQuery>;
