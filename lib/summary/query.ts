import * as z from 'zod/mini';
import { isPeriod, periodParameters } from '../lists/period.ts';

export const summaryQuery = z.object(periodParameters('Events')).check(isPeriod);
