import * as z from 'zod/mini';
import { notInRange } from '../schema.ts';

const MAX_LIMIT = 200;

const INVALID_LIMIT = notInRange({ minimum: 1, maximum: MAX_LIMIT });

/** The maximum number of these entries on a page. */
export const limitParameter = (entries: string) =>
  z.optional(
    z.pipe(
      z.string().check(
        z.regex(/^[1-9][0-9]*$/, { error: INVALID_LIMIT, abort: true }),
        z.meta({
          description: `The maximum number of ${entries} in the response`,
          override: ({ jsonSchema }) => {
            delete jsonSchema.pattern;
            Object.assign(jsonSchema, { type: 'integer', format: 'int32', minimum: 1, maximum: MAX_LIMIT });
          },
        }),
      ),
      z.pipe(z.transform(Number), z.number().check(z.lte(MAX_LIMIT, { error: INVALID_LIMIT }))),
    ),
  );
