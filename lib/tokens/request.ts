import * as z from 'zod/mini';
import { currentPassword } from '../accounts/check-password.ts';
import { type Access, access } from '../auth/access-token.ts';
import { lastDayFault, requiredDay } from '../day.ts';
import { problem } from '../problem.ts';
import { BLANK, text } from '../schema.ts';

/** Maximum validity of an access token: a year, even a leap year. */
const MAX_DAYS = 366;

/** Three years for a calendar, because people don't notice at once that it has ended. */
const MAX_CALENDAR_DAYS = 1_096;

/** The latest possible last day depends on the access. */
const isInTime = z.check<{ access: Access; expires_on: string }>(({ value, issues }) => {
  const { access, expires_on } = value;
  const message = lastDayFault(expires_on, access === 'calendar' ? MAX_CALENDAR_DAYS : MAX_DAYS);
  if (message !== undefined) issues.push({ code: 'custom', input: value, path: ['expires_on'], message });
});

const givenAccess = z.enum(access.options, {
  error: ({ input }) => (input === undefined ? BLANK : problem('invalid', 'must be read, write or calendar')),
});

export const tokenInput = z
  .object({
    password: currentPassword,
    name: text({ min: 1, max: 50, trim: true }).check(
      z.meta({ description: 'What the token is for, in 1 to 50 characters' }),
    ),
    access: givenAccess.check(
      z.meta({
        description:
          '`write` includes `read`. Each operation says what it needs. `calendar` is only `GET /calendar.ics`',
      }),
    ),
    expires_on: requiredDay.check(
      z.meta({
        description: `The token works to the end of this day (UTC): today, or one of the next ${MAX_DAYS} days. For \`calendar\`, one of the next ${MAX_CALENDAR_DAYS}`,
      }),
    ),
  })
  .check(
    isInTime,
    z.meta({
      id: 'TokenInput',
      examples: [
        { password: 'correct horse', name: 'Nightly import', access: 'write', expires_on: '2027-06-30' },
      ],
    }),
  );

export type TokenInput = z.output<typeof tokenInput>;
