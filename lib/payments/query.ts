import * as z from 'zod/mini';
import { idParameter } from '../id.ts';
import { cursorParameter } from '../lists/cursor.ts';
import { limitParameter } from '../lists/page.ts';
import { flagParameter, isPeriod, periodParameters } from '../lists/query.ts';
import { kind } from '../plan/budget.ts';

export const amountsQuery = z
  .object({
    ...periodParameters('Amounts due, or with `paid=true` paid,'),
    kind: z.optional(
      kind.check(
        z.meta({ description: 'Only `expense` or only `income`. A budget without a `kind` is an expense' }),
      ),
    ),
    paid: flagParameter('`true` for what was paid. Otherwise, what is left to pay'),
    event_id: z.optional(idParameter('event whose amounts to list')),
    limit: limitParameter('amounts'),
    cursor: cursorParameter('`from`, `to`, `kind`, `paid` and `event_id`'),
  })
  .check(isPeriod);

export type AmountsQuery = z.output<typeof amountsQuery>;
