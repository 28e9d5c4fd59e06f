import * as z from 'zod/mini';
import { kindFilter } from '../budgets/filters.ts';
import { idParameter } from '../id.ts';
import { cursorParameter } from '../lists/cursor.ts';
import { flagParameter } from '../lists/flag.ts';
import { includeParameter } from '../lists/include.ts';
import { limitParameter } from '../lists/limit.ts';
import { isPeriod, periodParameters } from '../lists/period.ts';

export const amountsQuery = z
  .object({
    ...periodParameters('Amounts due, or with `paid=true` paid,'),
    kind: kindFilter,
    paid: flagParameter('`true` for what was paid. Otherwise, what is left to pay'),
    event_id: z.optional(idParameter('event whose amounts to list')),
    limit: limitParameter('amounts'),
    include: includeParameter(['version'], '`version` adds the `version` of the budget to each entry'),
    cursor: cursorParameter('`from`, `to`, `kind`, `paid` and `event_id`'),
  })
  .check(isPeriod);

export type AmountsQuery = z.output<typeof amountsQuery>;
