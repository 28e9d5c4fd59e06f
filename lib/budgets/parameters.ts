import * as z from 'zod/mini';
import { idParameter } from '../id.ts';

export const budgetsParameters = z.object({ event_id: idParameter('event') });

export const budgetParameters = z.extend(budgetsParameters, { id: idParameter('budget') });
