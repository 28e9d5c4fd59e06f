import * as z from 'zod/mini';
import { idParameter } from '../id.ts';
import { idCursorParameter } from '../lists/cursor.ts';
import { choice, wholeNumberText } from '../schema.ts';
import { shownChange } from './response.ts';

export const historyQuery = z.object({
  limit: z.optional(wholeNumberText('The maximum number of entries in the response, 50 by default', 100)),
  after: z.optional(wholeNumberText('Only writes after this version of the event')),
  budget_id: z.optional(idParameter('budget, to list only its changes and those of its payments')),
  change: z.optional(choice(shownChange.options).check(z.meta({ description: 'Only such changes' }))),
  cursor: idCursorParameter,
});

export type HistoryQuery = z.output<typeof historyQuery>;
