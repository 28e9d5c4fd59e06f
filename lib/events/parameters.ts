import * as z from 'zod/mini';
import { idParameter } from '../id.ts';

/** Parameters of the paths `/events/…/{id}`. */
export const eventParameters = z.object({ id: idParameter('event') });

/** Parameters of the paths `/events/{event_id}/…`. */
export const inEventParameters = z.object({ event_id: idParameter('event') });
