import * as z from 'zod/mini';
import { budgetResponse, toBudgetResponse } from '../budgets/response.ts';
import { day } from '../day.ts';
import { eventResponse } from '../events/response.ts';
import { viewedEvent } from '../events/viewed-event.ts';
import { includedVersion } from '../lists/include.ts';
import type { Payment } from './payment.ts';
import type { PaymentsQuery } from './query.ts';

export const paymentResponse = z
  .object({
    ...budgetResponse.shape,
    due_date: day,
    event_id: eventResponse.shape.id,
    event_name: eventResponse.shape.name,
    currency: eventResponse.shape.currency,
    overdue: z
      .boolean()
      .check(z.meta({ description: 'Whether it was due before today (UTC) and is not paid' })),
    role: viewedEvent.shape.role,
    version: includedVersion,
  })
  .check(
    z.meta({
      id: 'Payment',
      examples: [
        {
          id: 114640874103215,
          name: 'Catering',
          category: 'Food',
          amount: 1250.5,
          spent: 0,
          due_date: '2027-06-30',
          paid: false,
          event_id: 114640874095021,
          event_name: 'Summer party',
          overdue: false,
        },
      ],
    }),
  );

export function toPaymentResponse(payment: Payment, { include }: Pick<PaymentsQuery, 'include'>) {
  const { due_date, event_id, event_name, currency, overdue, role } = payment;
  return {
    ...toBudgetResponse(payment),
    due_date,
    event_id,
    event_name,
    currency,
    overdue,
    role,
    ...(include?.includes('version') && { version: payment.version }),
  };
}
