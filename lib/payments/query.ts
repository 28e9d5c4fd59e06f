import * as z from 'zod/mini';
import { budgetFilters } from '../budgets/filters.ts';
import { day } from '../day.ts';
import { idParameter } from '../id.ts';
import { cursorParameter } from '../lists/cursor.ts';
import { flagParameter } from '../lists/flag.ts';
import { includeParameter } from '../lists/include.ts';
import { limitParameter } from '../lists/limit.ts';
import { isPeriod, periodParameters } from '../lists/period.ts';

export const amountsQuery = z
  .object({
    ...periodParameters('Amounts due'),
    ...budgetFilters,
    overdue: flagParameter('`true` for overdue amounts only, `false` for all others'),
    today: z.optional(
      day.check(
        z.meta({
          description: 'Your day, which decides what is overdue. Without it, the current day in UTC',
        }),
      ),
    ),
    event_id: z.optional(idParameter('event whose amounts to list')),
    limit: limitParameter('amounts'),
    include: includeParameter(['version'], '`version` adds the `version` of the budget to each entry'),
    cursor: cursorParameter('`from`, `to`, `kind`, `paid`, `overdue`, `today` and `event_id`'),
  })
  .check(isPeriod);

export type AmountsQuery = z.output<typeof amountsQuery>;
