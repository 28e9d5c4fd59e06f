import * as z from 'zod/mini';
import { problem } from '../problem.ts';

/** Until version 0.3, a budget had `paid`. If it were ignored, what was meant to be paid would stay open. */
export const NO_PAID = problem('invalid', 'is not a field of a budget. Set spent to the amount paid');

/** Rejects a body with `paid`. */
export const withoutPaid = <Schema extends z.ZodMiniType>(schema: Schema) =>
  z.pipe(
    z.transform((body: unknown, { issues }) => {
      if (Object.hasOwn(Object(body), 'paid'))
        issues.push({ code: 'custom', input: body, path: ['paid'], message: NO_PAID });
      return body;
    }),
    schema,
  );
