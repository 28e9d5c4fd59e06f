import * as z from 'zod/mini';
import { includeParameter } from '../lists/page.ts';

export const budgetsQuery = z.object({
  include: includeParameter(
    ['times', 'event'],
    'What the list also has. `times`: `created_at` and `updated_at` of each budget. `event`: the event, as ' +
      '`GET /events/view/{id}` shows it',
  ),
});

const READ_ALL = 'The response has all budgets of the event. Sort and filter them yourself';

/** Parameters of earlier versions. */
export const goneBudgetsParameters = { sort: READ_ALL, category: READ_ALL, paid: READ_ALL };

export type BudgetsQuery = z.output<typeof budgetsQuery>;
