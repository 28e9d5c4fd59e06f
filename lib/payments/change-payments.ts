import { eventTotalsResponse, toEventTotals } from '../budgets/event-totals.ts';
import { budgetResponse, toBudgetResponse } from '../budgets/response.ts';
import { eventTooLarge, notFound, Rejection } from '../errors.ts';
import { DEFAULT_DIGITS, type Digits, maxOf, maxUnitsOf, RequestedAmounts } from '../money/amount.ts';
import { newText, withNewTexts } from '../new-text.ts';
import { type Budget, isPaid, type Payment, sumOf, withPayments } from '../plan/budget.ts';
import type { WrittenBudget } from '../plan/change-event.ts';
import { budgetIn } from '../plan/event.ts';
import { byId } from '../plan/stored-budget.ts';
import { problem } from '../problem.ts';
import { changedBy } from '../schema.ts';
import type { NewPayment, PaymentChanges } from './request.ts';

const MAX_PAYMENTS = 24;

const paymentsFull = () =>
  new Rejection('conflict', {
    field: 'payments',
    problem: problem('full', 'A budget can have at most {maximum} payments.', { maximum: MAX_PAYMENTS }),
  });

export const createPaymentConflicts = [eventTooLarge, paymentsFull];

const paymentsTooLarge = (digits: Digits = DEFAULT_DIGITS) =>
  new Rejection('conflict', {
    field: 'payments',
    problem: problem('too_large', 'are too large (maximum total is {maximum})', {
      maximum: maxOf(digits),
    }),
  });

/** Reasons why payments that were deleted may not come back. */
export const paymentsConflicts = [paymentsFull, () => paymentsTooLarge()];

/** Throws `conflict` if a budget has more payments than it may, or larger ones. */
export function requirePaymentsFit({ payments, digits }: Budget): void {
  if (payments.length > MAX_PAYMENTS) throw paymentsFull();
  if (sumOf(payments) > maxUnitsOf(digits)) throw paymentsTooLarge(digits);
}

/** Throws `not_found`. */
export function paymentIn({ payments }: Budget, id: number): Payment {
  const payment = payments.find((each) => each.id === id);
  if (!payment) throw notFound();
  return payment;
}

interface NewIds {
  payment: number;
  /** Lower, because it was paid before. */
  rest: number;
}

/**
 * The budget with one more payment. If it is the first one, the rest of what was spent becomes a payment as well. Throws a
 * `Rejection`.
 */
export function withNewPayment(budget: Budget, body: NewPayment, ids: NewIds): Budget {
  const { payments, digits } = budget;
  const unpaid = { id: freeId(payments, ids.payment), amount_cents: 0 };
  // An unset field equals a cleared one.
  const payment = changedPayment(unpaid, { ...body, paid: body.paid ?? undefined }, digits);
  const added = payments.length === 0 ? [...restOf(budget, payment, ids.rest), payment] : [payment];
  const all = requireSum([...payments, ...added], digits);
  if (payments.length >= MAX_PAYMENTS) throw paymentsFull();
  return withPayments(budget, all.sort(byId));
}

/** Another process may have used the same id in the same millisecond. */
const freeId = (payments: Payment[], id: number): number =>
  payments.some((other) => other.id === id) ? freeId(payments, id + 1) : id;

/** Amount spent on a budget before its first payment. A paid payment is a part of it. */
function restOf({ spent_cents }: Budget, first: Payment, id: number): Payment[] {
  const amount_cents = spent_cents - (isPaid(first) ? first.amount_cents : 0);
  return amount_cents > 0 ? [{ id, amount_cents, paid: true }] : [];
}

export function addedPayment({ before, budget }: WrittenBudget): Payment {
  const { payments } = budgetIn(before, budget.id);
  // The rest of what was spent has a lower id.
  const added = budget.payments.findLast((payment) => !payments.includes(payment));
  if (!added) throw notFound();
  return added;
}

/** Throws `invalid` if the changes don't fit. */
export function withChangedPayment(budget: Budget, id: number, changes: PaymentChanges): Budget {
  const { payments, digits } = budget;
  const changed = payments.map((each) => (each.id === id ? changedPayment(each, changes, digits) : each));
  return withPayments(budget, requireSum(changed, digits));
}

export const withoutPayment = (budget: Budget, id: number): Budget =>
  withPayments(
    budget,
    budget.payments.filter((each) => each.id !== id),
  );

/** Throws `invalid` if the payments are too large together, so that sums stay exact. */
function requireSum(payments: Payment[], digits: Digits): Payment[] {
  if (sumOf(payments) <= maxUnitsOf(digits)) return payments;
  const tooLarge = problem('too_large', 'makes the payments too large (maximum total is {maximum})', {
    maximum: maxOf(digits),
  });
  throw new Rejection('invalid', { field: 'amount', problem: tooLarge });
}

/** Throws `invalid` if the changes don't fit. */
function changedPayment(payment: Payment, changes: PaymentChanges, digits: Digits): Payment {
  const { amount, due_date, note } = withNewTexts({ note: newText }, changes, payment);
  const amounts = new RequestedAmounts(digits);
  const amount_cents = amounts.toMinorUnits('amount', amount) ?? payment.amount_cents;
  amounts.requireValid();
  return {
    id: payment.id,
    amount_cents,
    due_date: changedBy(due_date, payment.due_date),
    ...changedPaid(payment, changes),
    note: changedBy(note, payment.note),
  };
}

/** Returns whether and when it was paid. A day says both, and a day that is cleared opens it. */
function changedPaid(payment: Payment, changes: PaymentChanges): Pick<Payment, 'paid' | 'paid_on'> {
  const paid_on = changedBy(changes.paid_on, payment.paid_on);
  const paid = changedBy(changes.paid, changes.paid_on === null ? undefined : payment.paid) || undefined;
  if (paid_on === undefined) return { paid_on, paid };
  if (changes.paid === false || changes.paid === null) {
    const paidByDay = problem('derived', 'must be true, because paid_on is set');
    throw new Rejection('invalid', { field: 'paid', problem: paidByDay });
  }
  return { paid_on, paid: undefined };
}

/** Shows the budget of a written payment with the totals of its event. */
export const budgetOfPayment = { budget: budgetResponse, summary: eventTotalsResponse };

export const toBudgetOfPayment = ({ after, budget }: WrittenBudget) => ({
  budget: toBudgetResponse(budget),
  summary: toEventTotals(after),
});
