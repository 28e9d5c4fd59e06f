import * as z from 'zod/mini';
import { budgetResponse, paymentResponse } from '../budgets/response.ts';
import { day } from '../day.ts';
import { eventResponse, viewedEvent } from '../events/response.ts';
import { idResponse } from '../id.ts';
import { listedVersion } from '../lists/page.ts';
import { amountResponse, toAmount } from '../money/response.ts';
import { ifSet } from '../schema.ts';
import type { AmountToPay } from './amount-to-pay.ts';

const { name, category, spent, kind, vendor, note } = budgetResponse.shape;

export const amountToPayResponse = z
  .object({
    id: idResponse.check(
      z.meta({
        description: 'That of the payment, or else of the budget. No other entry of the event has it',
      }),
    ),
    name,
    category,
    amount: amountResponse.check(z.meta({ description: 'What is left to pay. If `paid`, what was paid' })),
    kind,
    vendor,
    note,
    due_date: ifSet(day, 'Always if it is not `paid`'),
    paid: z.boolean(),
    spent: ifSet(spent, 'What was spent of the budget; not in the entry of a payment'),
    budget_id: idResponse,
    payment_id: ifSet(idResponse, 'Only in the entry of a payment'),
    paid_on: paymentResponse.shape.paid_on,
    event_id: eventResponse.shape.id,
    event_name: eventResponse.shape.name,
    currency: eventResponse.shape.currency,
    role: viewedEvent.shape.role,
    version: listedVersion,
  })
  .check(
    z.meta({
      id: 'AmountToPay',
      description:
        'A payment, or what of a budget is in no payment. `note` and `due_date` of an entry with a `payment_id` are those of ' +
        'the payment, and otherwise those of the budget',
      examples: [
        {
          id: 114640874105111,
          name: 'Catering',
          category: 'Food',
          amount: 500,
          paid: false,
          due_date: '2027-03-01',
          budget_id: 114640874103215,
          payment_id: 114640874105111,
          event_id: 114640874095021,
          event_name: 'Summer party',
          version: 1,
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
          version: 0,
        },
      ],
    }),
  );

export function toAmountResponse({ budget, payment, cents, paid, event, role }: AmountToPay) {
  const { digits } = budget;
  const { id, note, due_date } = payment ?? budget;
  return {
    id,
    name: budget.name,
    category: budget.category,
    amount: toAmount(cents, digits),
    // JSON leaves out those that are undefined.
    kind: budget.kind,
    vendor: budget.vendor,
    note,
    due_date,
    paid,
    spent: payment ? undefined : toAmount(budget.spent_cents, digits),
    budget_id: budget.id,
    payment_id: payment?.id,
    paid_on: payment?.paid_on,
    event_id: event.id,
    event_name: event.name,
    currency: event.currency,
    role,
    version: budget.version,
  };
}
