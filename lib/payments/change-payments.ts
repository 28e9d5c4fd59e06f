import { paymentNote } from '../budgets/fields.ts';
import { ConflictError, eventTooLarge, InvalidFieldsError, NotFoundError } from '../errors.ts';
import { type Digits, maxOf, maxUnitsOf, RequestedAmounts } from '../money/amount.ts';
import { withNewTexts } from '../new-text.ts';
import { type Budget, type Payment, sumOf, withPayments } from '../plan/budget.ts';
import type { WrittenBudget } from '../plan/change-budget.ts';
import { budgetIn } from '../plan/event-budgets.ts';
import { byId } from '../plan/stored-budget.ts';
import { problem } from '../problem.ts';
import { changedBy } from '../schema.ts';
import type { NewPayment, PaymentChanges } from './request.ts';

const MAX_PAYMENTS = 24;

const paymentsFull = () =>
  new ConflictError(
    'payments',
    problem('full', 'are full (maximum is {maximum} per budget)', { maximum: MAX_PAYMENTS }),
  );

/** What a budget without payments may say itself. */
const OWN = [
  ['spent', 'what was spent'],
  ['due_date', 'when it is due'],
  ['paid', 'whether it is paid'],
] as const;

const words = new Intl.ListFormat('en');

const hasItsOwn = (own: readonly (typeof OWN)[number][] = OWN) =>
  new ConflictError(
    'budget',
    problem(
      'in_use',
      `already says ${words.format(own.map(([, meaning]) => meaning))}. Clear that first, because each payment says it for itself`,
      { fields: own.map(([field]) => field) },
    ),
  );

/** Why a budget may not take a payment. */
export const createPaymentConflicts = [eventTooLarge, paymentsFull, hasItsOwn];

const noPayment = () => new NotFoundError('There is no such payment');

/** The payment of a budget with this id. Throws `NotFoundError`. */
export function paymentIn({ payments }: Budget, id: number): Payment {
  const payment = payments.find((each) => each.id === id);
  if (!payment) throw noPayment();
  return payment;
}

/** The budget with one more payment, under this id or the next that is free. Throws a `RefusalError`. */
export function withNewPayment(budget: Budget, body: NewPayment, id: number): Budget {
  const { payments, digits } = budget;
  // Another process has used the same id in the same millisecond.
  if (payments.some((other) => other.id === id)) return withNewPayment(budget, body, id + 1);
  const all = requireSum([...payments, newPaymentOf(body, digits, id)], digits);
  requireRoom(budget);
  return withPayments(budget, all.sort(byId));
}

/** The payment that a write has added. */
export function addedPayment({ before, budget }: WrittenBudget): Payment {
  const { payments } = budgetIn(before, budget.id);
  const added = budget.payments.find((payment) => !payments.includes(payment));
  if (!added) throw noPayment();
  return added;
}

/** The budget after changes of a payment. Throws `InvalidFieldsError` if they don't fit. */
export function withChangedPayment(budget: Budget, id: number, changes: PaymentChanges): Budget {
  const { payments, digits } = budget;
  const changed = payments.map((each) => (each.id === id ? changedPayment(each, changes, digits) : each));
  return withPayments(budget, requireSum(changed, digits));
}

/** The budget without a payment. */
export const withoutPayment = (budget: Budget, id: number): Budget =>
  withPayments(
    budget,
    budget.payments.filter((each) => each.id !== id),
  );

/** Throws `InvalidFieldsError` if the payments are too large together, so that sums stay exact. */
function requireSum(payments: Payment[], digits: Digits): Payment[] {
  if (sumOf(payments) <= maxUnitsOf(digits)) return payments;
  const tooLarge = problem('too_large', 'makes all payments too large (maximum is {maximum} together)', {
    maximum: maxOf(digits),
  });
  throw new InvalidFieldsError({ field: 'amount', problem: tooLarge });
}

/** Throws if a budget may not have one more payment. */
function requireRoom({
  payments,
  spent_cents,
  due_date,
  paid,
}: Pick<Budget, 'payments' | 'spent_cents' | 'due_date' | 'paid'>): void {
  if (payments.length >= MAX_PAYMENTS) throw paymentsFull();
  if (payments.length > 0) return;
  const values = { spent: spent_cents || undefined, due_date, paid };
  const own = OWN.filter(([field]) => values[field] !== undefined);
  if (own.length > 0) throw hasItsOwn(own);
}

/** The payment that a create makes. Throws `InvalidFieldsError` if its amount doesn't fit. */
function newPaymentOf({ amount, due_date, paid_on, note }: NewPayment, digits: Digits, id: number): Payment {
  return {
    id,
    amount_cents: amountIn(amount, digits),
    // `null` is the same as nothing.
    due_date: due_date ?? undefined,
    paid_on: paid_on ?? undefined,
    note: note ?? undefined,
  };
}

function amountIn(amount: number, digits: Digits): number {
  const amounts = new RequestedAmounts(digits);
  const units = amounts.toMinorUnits('amount', amount);
  amounts.requireValid();
  return units;
}

/** The payment after changes of it. Throws `InvalidFieldsError` if they don't fit. */
function changedPayment(payment: Payment, changes: PaymentChanges, digits: Digits): Payment {
  const { amount, due_date, paid_on, note } = withNewTexts({ note: paymentNote.newText }, changes, payment);
  return {
    id: payment.id,
    amount_cents: amount === undefined ? payment.amount_cents : amountIn(amount, digits),
    due_date: changedBy(due_date, payment.due_date),
    paid_on: changedBy(paid_on, payment.paid_on),
    note: changedBy(note, payment.note),
  };
}
