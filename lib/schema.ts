import * as z from 'zod/mini';

/** The complaint about a value that is no string; the name of the field comes before it. */
export const stringExpected = ({ input }: { input?: unknown }): string =>
  input === undefined ? "can't be blank" : 'must be a string';

/** Text of `min` to `max` characters, counted as code points as JSON Schema does. */
export const text = ({ min, max, trim = false }: { min: 0 | 1; max: number; trim?: boolean }) =>
  z.string({ error: stringExpected }).check(
    ...(trim ? [z.trim()] : []),
    z.refine((value) => value.isWellFormed(), { error: 'must be well-formed Unicode', abort: true }),
    z.refine((value) => value.length >= min, { error: "can't be blank", abort: true }),
    z.refine((value) => [...value].length <= max, { error: `is too long (maximum is ${max} characters)` }),
  );
