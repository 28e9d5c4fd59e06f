import * as z from 'zod/mini';
import { cursorParameter } from '../lists/cursor.ts';
import { flagParameter } from '../lists/flag.ts';
import { includeParameter } from '../lists/include.ts';
import { isPeriod, periodParameters } from '../lists/period.ts';

export const paymentsQuery = z
  .object({
    ...periodParameters('Payments due'),
    paid: flagParameter('`true` for paid ones only, `false` for all others'),
    include: includeParameter(['version'], '`version` adds the `version` of the budget to each payment'),
    cursor: cursorParameter('`from`, `to` and `paid`'),
  })
  .check(isPeriod);

export type PaymentsQuery = z.output<typeof paymentsQuery>;
