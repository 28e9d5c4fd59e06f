import * as z from 'zod/mini';
import { idCursor } from '../id.ts';

/** Start of a page in a list by id. */
export const idCursorParameter = z.optional(
  idCursor.check(
    z.meta({
      description: '`next_cursor` of the previous page',
      // Below 2^53, as a pattern can say it; ids get there in 2095.
      pattern: '^(?:[1-9][0-9]{0,14}|[1-8][0-9]{15})$',
    }),
  ),
);
