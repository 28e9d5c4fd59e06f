import * as z from 'zod/mini';
import { day } from '../day.ts';
import { withoutLongRuns } from '../new-text.ts';
import { problem } from '../problem.ts';
import { text } from '../schema.ts';

export const flagParameter = (description: string) =>
  z.optional(
    z.pipe(
      z.enum(['true', 'false'], { error: problem('invalid', 'must be true or false') }).check(
        z.meta({
          description,
          override: ({ jsonSchema }) => {
            delete jsonSchema.enum;
            jsonSchema.type = 'boolean';
          },
        }),
      ),
      z.transform((value) => value === 'true'),
    ),
  );

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

export const isPeriod = z.refine<Period>(({ from, to }) => !from || !to || from <= to, {
  path: ['from'],
  error: problem('invalid', 'must not be after to'),
});

export const isWithin = ({ from, to }: Period, day: string): boolean =>
  (!from || day >= from) && (!to || day <= to);

/** Removes case and accents. Lower case first, because only then ß, ẞ and SS become equal. */
const fold = (text: string): string =>
  withoutLongRuns(text)
    .normalize('NFKD')
    .replaceAll(/[\u0300-\u036f]/g, '')
    .toLowerCase()
    .toUpperCase();

/** Parses to the folded text, for {@link isFound}. */
export const searchParameter = (description: string) =>
  z.optional(
    z.pipe(
      text({ min: 1, max: 100 }).check(
        z.refine((value) => fold(value) !== '', {
          error: problem('invalid', 'must contain more than accents'),
        }),
        z.meta({ description }),
      ),
      z.transform(fold),
    ),
  );

export const isFound = (folded: string, texts: string[]): boolean =>
  texts.some((text) => fold(text).includes(folded));
