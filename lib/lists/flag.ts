import * as z from 'zod/mini';
import { problem } from '../problem.ts';

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
