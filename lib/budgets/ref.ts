import * as z from 'zod/mini';
import type { Budget } from '../plan/budget.ts';
import { problem } from '../problem.ts';

const INVALID = problem('invalid', 'must be as it was exported, or empty for a new budget');

/**
 * A budget and its version as one text, for a CSV file. The letter keeps spreadsheets from making a rounded number of it, and
 * what is in one cell can't be sorted apart.
 */
export const refOf = ({ id, version }: Pick<Budget, 'id' | 'version'>): string => `b${id}.${version}`;

/** The id in a ref, and its version if it has one. */
export const ref = z.pipe(
  z.string().check(z.regex(/^b[1-9]\d{0,15}(\.\d{1,9})?$/, { error: INVALID })),
  z.transform((text) => {
    const [id = 0, version] = text.slice(1).split('.').map(Number);
    return { id, version };
  }),
);
