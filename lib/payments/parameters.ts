import * as z from 'zod/mini';
import { inEventParameters } from '../events/parameters.ts';
import { idParameter } from '../id.ts';

export const paymentsParameters = z.extend(inEventParameters, { budget_id: idParameter('budget') });

export const paymentParameters = z.extend(paymentsParameters, { id: idParameter('payment') });
