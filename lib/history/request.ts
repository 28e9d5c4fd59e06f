import * as z from 'zod/mini';
import { inEventParameters } from '../events/parameters.ts';
import { flag, wholeNumberText } from '../schema.ts';

export const undoRequest = z
  // The body may be missing.
  .prefault(
    z.object({
      keep_changed: z
        ._default(flag, false)
        .check(z.meta({ description: '`true` keeps what was changed since, and undoes the rest' })),
    }),
    {},
  )
  .check(z.meta({ id: 'UndoInput', examples: [{ keep_changed: true }] }));

export const entryParameters = z.extend(inEventParameters, {
  version: wholeNumberText('The `version` of an entry'),
});
