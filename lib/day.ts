import * as z from 'zod/mini';
import { problem } from './problem.ts';
import { stringExpected } from './schema.ts';

const INVALID_DATE = problem('invalid', 'must be a valid date (YYYY-MM-DD)');

/** A day that exists, in the years 0001 to 9999. */
export const day = z.string({ error: stringExpected }).check(
  z.regex(/^(?!0000)/, { error: INVALID_DATE, abort: true }),
  z.iso.date({ error: INVALID_DATE, abort: true }),
  z.meta({
    override: ({ jsonSchema }) => {
      // `format` says the rest. zod's own two patterns would make an `allOf`.
      delete jsonSchema.allOf;
      jsonSchema.pattern = '^[0-9]{0,3}[1-9]';
    },
  }),
);
