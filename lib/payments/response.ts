import * as z from 'zod/mini';
import { budgetResponse, paymentResponse, toBudgetResponse, toPaymentResponse } from '../budgets/response.ts';
import { day } from '../day.ts';
import { eventResponse, viewedEvent } from '../events/response.ts';
import { idResponse } from '../id.ts';
import { includedVersion } from '../lists/include.ts';
import type { Budget, Payment } from '../plan/budget.ts';
import { ifSet } from '../schema.ts';
import type { AmountToPay } from './amount-to-pay.ts';
import type { AmountsQuery } from './query.ts';

const { name, category, amount, spent, kind, vendor, note } = budgetResponse.shape;

export const amountToPayResponse = z
  .object({
    id: idResponse.check(z.meta({ description: 'The same as `budget_id`' })),
    name,
    category,
    amount,
    kind,
    vendor,
    note,
    due_date: day,
    paid: z.boolean().check(z.meta({ description: 'Whether it is fully paid' })),
    spent: ifSet(spent, 'Not in the entry of a payment'),
    budget_id: idResponse,
    payment_id: ifSet(idResponse, 'Only in the entry of a payment'),
    paid_on: paymentResponse.shape.paid_on,
    event_id: eventResponse.shape.id,
    event_name: eventResponse.shape.name,
    currency: eventResponse.shape.currency,
    overdue: z.boolean().check(z.meta({ description: 'Whether it was due before `today` and is not paid' })),
    role: viewedEvent.shape.role,
    version: includedVersion,
  })
  .check(
    z.meta({
      id: 'AmountToPay',
      description:
        'A budget with a `due_date` of its own, or a payment. `amount`, `note`, `due_date` and `paid_on` of an entry with ' +
        'a `payment_id` are those of the payment, and the other fields those of its budget',
      examples: [
        {
          id: 114640874103215,
          name: 'Catering',
          category: 'Food',
          amount: 500,
          paid: false,
          due_date: '2027-03-01',
          budget_id: 114640874103215,
          payment_id: 114640874105111,
          event_id: 114640874095021,
          event_name: 'Summer party',
          overdue: false,
        },
        {
          id: 114640874107739,
          name: 'Hall',
          category: '',
          amount: 2000,
          spent: 0,
          due_date: '2027-06-30',
          paid: false,
          budget_id: 114640874107739,
          event_id: 114640874095021,
          event_name: 'Summer party',
          overdue: false,
        },
      ],
    }),
  );

export function toAmountResponse(
  { budget, payment, due_date, overdue, event, role }: AmountToPay,
  { include }: Pick<AmountsQuery, 'include'>,
) {
  return {
    ...(payment ? toPaymentEntry(budget, payment) : toBudgetEntry(budget)),
    due_date,
    event_id: event.id,
    event_name: event.name,
    currency: event.currency,
    overdue,
    role,
    ...(include?.includes('version') && { version: budget.version }),
  };
}

function toBudgetEntry(budget: Budget) {
  const { id, paid = false, ...fields } = toBudgetResponse(budget);
  const { name, category, amount, spent, kind, vendor, note, due_date } = fields;
  return { id, name, category, amount, spent, kind, vendor, note, due_date, paid, budget_id: id };
}

function toPaymentEntry({ id, name, category, digits, kind, vendor }: Budget, payment: Payment) {
  const { id: payment_id, amount, paid_on, note } = toPaymentResponse(payment, digits);
  const paid = paid_on !== undefined;
  return { id, name, category, amount, kind, vendor, note, paid, budget_id: id, payment_id, paid_on };
}
