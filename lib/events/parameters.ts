import * as z from 'zod/mini';
import { idParameter } from '../id.ts';

/** Of an event's own paths. */
export const eventParameters = z.object({ id: idParameter('event') });

/** Of the paths of what an event has. */
export const inEventParameters = z.object({ event_id: idParameter('event') });
