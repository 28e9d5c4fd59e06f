import * as z from 'zod/mini';
import { idParameter } from '../id.ts';

export const paymentsParameters = z.object({
  event_id: idParameter('event'),
  budget_id: idParameter('budget'),
});

export const paymentParameters = z.extend(paymentsParameters, { id: idParameter('payment') });
