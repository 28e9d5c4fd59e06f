import * as z from 'zod/mini';
import { cursorParameter } from '../lists/cursor.ts';
import { flagParameter } from '../lists/flag.ts';
import { isPeriod, periodParameters } from '../lists/period.ts';

export const paymentsQuery = z
  .object({
    ...periodParameters('Payments due'),
    paid: flagParameter('`true` for paid ones only, `false` for all others'),
    cursor: cursorParameter('`from`, `to` and `paid`'),
  })
  .check(isPeriod);

export type PaymentsQuery = z.output<typeof paymentsQuery>;
