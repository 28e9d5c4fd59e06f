import * as z from 'zod/mini';
import { lastDayFault, requiredDay } from '../day.ts';
import { shows } from '../plan/head.ts';
import { problem } from '../problem.ts';

/** Maximum validity of a share link: a year, even a leap year. */
const MAX_DAYS = 366;

const givenShows = z.enum(shows.options, { error: problem('invalid', 'must be budgets or categories') });

export const shareLinkInput = z
  .object({
    expires_on: requiredDay.check(
      ({ value, issues }) => {
        const message = lastDayFault(value, MAX_DAYS);
        if (message !== undefined) issues.push({ code: 'custom', input: value, message });
      },
      z.meta({
        description: `The link works to the end of this day (UTC): today, or one of the next ${MAX_DAYS} days`,
      }),
    ),
    shows: z._default(givenShows, 'budgets').check(
      z.meta({
        description:
          '`budgets` shows each budget, income too. `categories` shows only the sums of expenses by category',
      }),
    ),
  })
  .check(z.meta({ id: 'ShareLinkInput', examples: [{ expires_on: '2027-06-30', shows: 'budgets' }] }));

export type ShareLinkInput = z.output<typeof shareLinkInput>;
