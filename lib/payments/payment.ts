import * as z from 'zod/mini';
import { day } from '../day.ts';
import type { Budget } from '../events/budget.ts';
import type { Event } from '../events/event.ts';
import { eventResponse } from '../events/response.ts';
import { cursorParameter } from '../lists/cursor.ts';
import { flagParameter } from '../lists/flag.ts';
import { isPeriod, isWithin, periodParameters } from '../lists/period.ts';
import { budgetResponse, toBudgetResponse } from '../budgets/response.ts';
import { isPaidAs } from '../budgets/paid.ts';

/** Query parameters of the payments. */
export const paymentsQuery = z
  .object({
    ...periodParameters('Payments due'),
    paid: flagParameter('`true` for paid ones only, `false` for all others'),
    cursor: cursorParameter('`from`, `to` and `paid`'),
  })
  .check(isPeriod);

export type PaymentsQuery = z.output<typeof paymentsQuery>;

/** A budget with a due date, and its event. */
export interface Payment extends Budget {
  due_date: string;
  event_id: number;
  event_name: string;
  currency?: string | undefined;
}

/** The budgets of an event that have a due date and match a query. */
export const paymentsIn = (
  { id: event_id, name: event_name, currency, budgets }: Event,
  query: PaymentsQuery,
): Payment[] =>
  budgets.flatMap(({ due_date, ...budget }) =>
    due_date !== undefined && isWithin(query, due_date) && isPaidAs(query.paid, budget)
      ? [{ ...budget, due_date, event_id, event_name, currency }]
      : [],
  );

/** Schema of a payment in a response. */
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
  })
  .check(
    z.meta({
      id: 'Payment',
      examples: [
        {
          ...{ id: 114640874103215, name: 'Catering', category: 'Food', amount: 1250.5, spent: 0 },
          ...{ due_date: '2027-06-30', paid: false },
          ...{ event_id: 114640874095021, event_name: 'Summer party', overdue: false },
        },
      ],
    }),
  );

export function toPaymentResponse(payment: Payment, today: string) {
  const { due_date, paid, event_id, event_name, currency } = payment;
  const overdue = due_date < today && !paid;
  return { ...toBudgetResponse(payment), due_date, event_id, event_name, currency, overdue };
}
