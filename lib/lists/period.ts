import * as z from 'zod/mini';
import { day } from '../day.ts';
import { problem } from '../problem.ts';

/** Days from the first to the last one, both inclusive. A missing one is no limit. */
export interface Period {
  from?: string | undefined;
  to?: string | undefined;
}

const dayParameter = (description: string) => z.optional(day.check(z.meta({ description })));

export const periodParameters = (what: string) => ({
  from: dayParameter(`${what} on or after this day, such as \`2027-01-01\``),
  to: dayParameter(`${what} on or before this day, such as \`2027-12-31\`. Not before \`from\``),
});

/** For a query with these parameters. */
export const isPeriod = z.refine<Period>(({ from, to }) => !from || !to || from <= to, {
  path: ['from'],
  error: problem('invalid', 'must not be after to'),
});

export const isWithin = ({ from, to }: Period, day: string): boolean =>
  (!from || day >= from) && (!to || day <= to);
