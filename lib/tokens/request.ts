import * as z from 'zod/mini';
import { currentPassword } from '../accounts/check-password.ts';
import { access } from '../auth/access-token.ts';
import { dayAt, requiredDay } from '../day.ts';
import { problem } from '../problem.ts';
import { BLANK, text } from '../schema.ts';

/** Of a leap year. */
const MAX_DAYS = 366;

/** The day in so many days (UTC). */
const dayIn = (days: number): string => dayAt(Date.now() + days * 86_400_000);

const lastDay = requiredDay.check(
  z.refine((day) => day >= dayIn(0) && day <= dayIn(MAX_DAYS), {
    error: problem('invalid', 'must be today or one of the next {maximum} days', {
      maximum: MAX_DAYS,
      unit: 'days',
    }),
  }),
);

const givenAccess = z.enum(access.options, {
  error: ({ input }) => (input === undefined ? BLANK : problem('invalid', 'must be read or write')),
});

export const tokenInput = z
  .object({
    password: currentPassword,
    name: text({ min: 1, max: 50, trim: true }).check(
      z.meta({ description: 'What it is for, in 1 to 50 characters' }),
    ),
    access: givenAccess.check(
      z.meta({ description: '`write` includes `read`. Each operation says what it needs' }),
    ),
    expires_on: lastDay.check(
      z.meta({
        description: `The token works to the end of this day (UTC): today, or one of the next ${MAX_DAYS} days`,
      }),
    ),
  })
  .check(
    z.meta({
      id: 'TokenInput',
      examples: [
        { password: 'correct horse', name: 'Nightly import', access: 'write', expires_on: '2027-06-30' },
      ],
    }),
  );

export type TokenInput = z.output<typeof tokenInput>;
