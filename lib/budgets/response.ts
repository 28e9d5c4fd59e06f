import * as z from 'zod/mini';
import { day } from '../day.ts';
import { idResponse } from '../id.ts';
import { includedTimes, listedVersion, timesOf } from '../lists/page.ts';
import { amountResponse, type Digits, toAmount } from '../money/amount.ts';
import { type Budget, isPaid, kind, type Payment, sumOf } from '../plan/budget.ts';
import { partOf, plainFieldsOf } from '../plan/plain-fields.ts';
import { type Complete, examplesOf, ifSet } from '../schema.ts';
import { budgetCategory, budgetName, paymentNote, quantityResponse } from './fields.ts';

const PAYMENT = { id: 114640874105111, amount: 500, due_date: '2027-03-01' };

/** A part of a budget that is paid, or is still to pay. */
export const paymentResponse = z
  .object({
    id: idResponse,
    amount: amountResponse,
    due_date: ifSet(day, 'Only if it was given'),
    paid: ifSet(z.boolean(), '`true` if it was paid; otherwise absent'),
    paid_on: ifSet(day, 'The day on which it was paid; only if it was given'),
    note: ifSet(paymentNote, 'Only if it was given'),
  })
  .check(z.meta({ id: 'Payment', examples: [PAYMENT] }));

export const toPaymentResponse = (payment: Payment, digits: Digits) =>
  ({
    id: payment.id,
    amount: toAmount(payment.amount_cents, digits),
    due_date: payment.due_date,
    paid: isPaid(payment) || undefined,
    paid_on: payment.paid_on,
    note: payment.note,
  }) satisfies Complete<z.output<typeof paymentResponse>>;

const { link, ...kept } = partOf('response');

export const budgetResponse = z
  .object({
    id: idResponse,
    name: budgetName,
    category: budgetCategory,
    amount: amountResponse,
    spent: amountResponse,
    kind: ifSet(kind, 'Only if it was given; a budget without it is an expense'),
    ...kept,
    unit_amount: ifSet(amountResponse, 'Only if it was given; `amount` is computed from it'),
    quantity: ifSet(quantityResponse, 'Only if it was given; 1 without it'),
    per_guest: ifSet(z.boolean(), 'Only if it was given'),
    estimate: ifSet(amountResponse, "Only if it was given; doesn't affect other amounts"),
    link,
    payments: ifSet(z.array(paymentResponse), 'Oldest first; only if there are any'),
    unscheduled: ifSet(
      amountResponse,
      '`amount` minus all payments, negative if they are more; only with `payments`',
    ),
  })
  .check(
    z.meta({
      id: 'Budget',
      examples: [
        { id: 114640874099904, name: 'Band', category: 'Music', amount: 800, spent: 950.5 },
        {
          id: 114640874103215,
          name: 'Catering',
          category: 'Food',
          amount: 1250.5,
          spent: 0,
          payments: [PAYMENT],
          unscheduled: 750.5,
        },
      ],
    }),
  );

export const toBudgetResponse = (budget: Budget) => {
  const { digits, amount_cents, spent_cents, unit_cents, estimate_cents, payments } = budget;
  const { link, ...kept } = plainFieldsOf(budget);
  const hasPayments = payments.length > 0;
  return {
    id: budget.id,
    name: budget.name,
    category: budget.category,
    amount: toAmount(amount_cents, digits),
    spent: toAmount(spent_cents, digits),
    // JSON leaves out those that are undefined.
    kind: budget.kind,
    ...kept,
    unit_amount: unit_cents === undefined ? undefined : toAmount(unit_cents, digits),
    quantity: budget.quantity,
    per_guest: budget.per_guest,
    estimate: estimate_cents === undefined ? undefined : toAmount(estimate_cents, digits),
    link,
    payments: hasPayments ? payments.map((payment) => toPaymentResponse(payment, digits)) : undefined,
    unscheduled: hasPayments ? toAmount(amount_cents - sumOf(payments), digits) : undefined,
  } satisfies Complete<z.output<typeof budgetResponse>>;
};

export const listedBudget = z
  .object({
    ...budgetResponse.shape,
    version: listedVersion,
    ...includedTimes('When it or its payments were last changed'),
  })
  .check(
    z.meta({
      id: 'ListedBudget',
      examples: examplesOf(budgetResponse).map((budget, version) => Object.assign({}, budget, { version })),
    }),
  );

export const toListedBudget = (budget: Budget, { include }: { include?: readonly string[] | undefined }) => ({
  ...toBudgetResponse(budget),
  version: budget.version,
  ...(include?.includes('times') && timesOf(budget)),
});
