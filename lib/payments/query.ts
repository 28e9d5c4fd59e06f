import * as z from 'zod/mini';
import { budgetFilters } from '../budgets/filters.ts';
import { cursorParameter } from '../lists/cursor.ts';
import { flagParameter } from '../lists/flag.ts';
import { includeParameter } from '../lists/include.ts';
import { isPeriod, periodParameters } from '../lists/period.ts';

export const paymentsQuery = z
  .object({
    ...periodParameters('Payments due'),
    ...budgetFilters,
    overdue: flagParameter('`true` for overdue payments only, `false` for all others'),
    include: includeParameter(['version'], '`version` adds the `version` of the budget to each payment'),
    cursor: cursorParameter('`from`, `to`, `kind`, `paid` and `overdue`'),
  })
  .check(isPeriod);

export type PaymentsQuery = z.output<typeof paymentsQuery>;
