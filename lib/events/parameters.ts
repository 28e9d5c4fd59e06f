import * as z from 'zod/mini';
import { idParameter } from '../id.ts';

/** Parameters of the paths `/events/…/{id}`. */
export const eventParameters = z.object({ id: idParameter('event') });

/** Parameters of the paths `/events/{event_id}/…`. */
export const inEventParameters = z.object({ event_id: idParameter('event') });

export const budgetParameters = z.extend(inEventParameters, { id: idParameter('budget') });

export const paymentsParameters = z.extend(inEventParameters, { budget_id: idParameter('budget') });

export const paymentParameters = z.extend(paymentsParameters, { id: idParameter('payment') });

export const memberParameters = z.extend(inEventParameters, { id: idParameter('member') });

export const invitationParameters = z.object({ id: idParameter('invitation') });
