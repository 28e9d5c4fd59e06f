import * as z from 'zod/mini';
import { inEventParameters } from '../events/parameters.ts';
import { idParameter } from '../id.ts';

export const budgetParameters = z.extend(inEventParameters, { id: idParameter('budget') });
