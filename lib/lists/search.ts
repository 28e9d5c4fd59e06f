import * as z from 'zod/mini';
import { withoutLongRuns } from '../combining-marks.ts';
import { problem } from '../problem.ts';
import { text } from '../schema.ts';

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

/** Returns whether one of the texts contains a folded one. */
export const isFound = (folded: string, texts: string[]): boolean =>
  texts.some((text) => fold(text).includes(folded));
