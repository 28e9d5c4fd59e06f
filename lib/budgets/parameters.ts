import * as z from 'zod/mini';
import { idParameter } from '../id.ts';

/** Path parameters of an event's budgets. */
export const budgetsParameters = z.object({ event_id: idParameter });

/** Path parameters of one budget. */
export const budgetParameters = z.extend(budgetsParameters, { id: idParameter });
