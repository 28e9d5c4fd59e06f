import * as z from 'zod/mini';
import { toInstant } from './instant.ts';
import { type Problem, problem } from './problem.ts';
import { BLANK, stringExpected } from './schema.ts';

const INVALID_DATE = problem('invalid', 'must be a valid date (YYYY-MM-DD)');

const dayOr = (ifEmpty: string) =>
  z.string({ error: stringExpected }).check(
    z.regex(/^(?!0000)/, { error: INVALID_DATE, abort: true }),
    z.iso.date({ error: ({ input }) => (input === '' ? ifEmpty : INVALID_DATE), abort: true }),
    z.meta({
      override: ({ jsonSchema }) => {
        // `format` says the rest. zod's own two patterns would make an `allOf`.
        delete jsonSchema.allOf;
        jsonSchema.pattern = '^[0-9]{0,3}[1-9]';
      },
    }),
  );

/** The day at a Unix time in milliseconds (UTC). */
export const dayAt = (milliseconds: number): string => toInstant(milliseconds).slice(0, 10);

/** The last day that is over at a Unix time in seconds (UTC). */
export const lastDayBefore = (seconds: number): string => dayAt((seconds - 1) * 1_000);

/** Unix time in seconds (UTC). */
export const endOf = (day: string): number => Date.parse(day) / 1_000 + 86_400;

/** Returns what is wrong with a last day that isn't today or within the days after it (UTC), or `undefined`. */
export function lastDayFault(day: string, maximum: number): Problem | undefined {
  const now = Date.now();
  if (day >= dayAt(now) && day <= dayAt(now + maximum * 86_400_000)) return undefined;
  return problem('invalid', 'must be today or one of the next {maximum} days', { maximum, unit: 'days' });
}

/** A day that exists, in the years 0001 to 9999. */
export const day = dayOr(INVALID_DATE);

export const requiredDay = dayOr(BLANK);
