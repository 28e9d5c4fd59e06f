import type * as z from 'zod/mini';
import { budgetIn, withChangedBudget } from '../budgets/event-budgets.ts';
import { newPaymentTexts } from '../budgets/fields.ts';
import type { Change } from '../dynamodb/changes.ts';
import { ConflictError, eventTooLarge, InvalidFieldsError, NotFoundError } from '../errors.ts';
import { type Budget, type Payment, sumOf, withPayments } from '../events/budget.ts';
import type { EventCaller } from '../events/caller.ts';
import { changeEvent, requireVersion, type WriteHeaders } from '../events/change-event.ts';
import type { Event } from '../events/event.ts';
import { nextId } from '../id.ts';
import { type Digits, maxOf, maxUnitsOf, RequestedAmounts } from '../money/amount.ts';
import { withNewTexts } from '../new-text.ts';
import { problem } from '../problem.ts';
import { changedBy } from '../schema.ts';
import type { paymentParameters, paymentsParameters } from './parameters.ts';
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

/** What a write of the payments of a budget takes. */
interface PaymentsWrite {
  path: z.output<typeof paymentsParameters>;
  headers: WriteHeaders;
}

/** The same of one of them. */
interface PaymentWrite {
  path: z.output<typeof paymentParameters>;
  headers: WriteHeaders;
}

/** Changes the payments of a budget. Returns the event if asked to. Throws a `RefusalError`. */
async function changePayments<Result extends object>(
  caller: EventCaller,
  { path, headers }: PaymentsWrite & { path: { id?: number } },
  decide: (budget: Budget) => { payments: Payment[]; result: Result },
  claim?: (result: Result) => Change,
): Promise<Result & { event?: Event | undefined }> {
  const { result, event } = await changeEvent(
    caller,
    path.event_id,
    (event) => {
      const before = budgetIn(event, path.budget_id);
      if (path.id !== undefined && !before.payments.some(({ id }) => id === path.id))
        throw new NotFoundError('There is no such payment');
      requireVersion(before, headers['if-match']);
      const { payments, result } = decide(before);
      return { event: withChangedBudget(event, withPayments(before, payments)), result };
    },
    { returnsEvent: headers.prefer, claim },
  );
  return { ...result, event };
}

export interface CreatedPayment {
  payment: Payment;
  digits: Digits;
  /** Of the budget. */
  version: number;
}

/** Adds a payment to a budget. Throws a `RefusalError`. */
export async function createPayment(
  caller: EventCaller,
  input: PaymentsWrite & { body: NewPayment },
  claim?: (created: CreatedPayment) => Change,
): Promise<CreatedPayment & { event?: Event | undefined }> {
  // The same in every round, so that two of them can't both be done.
  let id = nextId();
  return changePayments(
    caller,
    input,
    ({ payments, digits, version, ...budget }) => {
      // Another process has used the same id in the same millisecond.
      if (payments.some((other) => other.id === id)) id = nextId();
      const payment = newPaymentOf(input.body, digits, id);
      const all = requireSum([...payments, payment], digits);
      requireRoom({ ...budget, payments });
      return { payments: all, result: { payment, digits, version: version + 1 } };
    },
    claim,
  );
}

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

/** Updates a payment. Returns the budget's version, and the event if asked to. Throws a `RefusalError`. */
export async function updatePayment(
  caller: EventCaller,
  input: PaymentWrite & { body: PaymentChanges },
  claim?: (updated: { version: number }) => Change,
): Promise<{ version: number; event?: Event | undefined }> {
  return changePayments(
    caller,
    input,
    ({ payments, digits, version }) => {
      const changed = payments.map((each) =>
        each.id === input.path.id ? changedPayment(each, input.body, digits) : each,
      );
      return { payments: requireSum(changed, digits), result: { version: version + 1 } };
    },
    claim,
  );
}

/** The payment after changes of it. Throws `InvalidFieldsError` if they don't fit. */
function changedPayment(payment: Payment, changes: PaymentChanges, digits: Digits): Payment {
  const { amount, due_date, paid_on, note } = withNewTexts(newPaymentTexts, changes, payment);
  return {
    id: payment.id,
    amount_cents: amount === undefined ? payment.amount_cents : amountIn(amount, digits),
    due_date: changedBy(due_date, payment.due_date),
    paid_on: changedBy(paid_on, payment.paid_on),
    note: changedBy(note, payment.note),
  };
}

/** Deletes a payment. Returns the budget's version, and the event if asked to. Throws a `RefusalError`. */
export async function deletePayment(
  caller: EventCaller,
  input: PaymentWrite,
  claim?: (deleted: { version: number }) => Change,
): Promise<{ version: number; event?: Event | undefined }> {
  return changePayments(
    caller,
    input,
    ({ payments, version }) => ({
      payments: payments.filter(({ id }) => id !== input.path.id),
      result: { version: version + 1 },
    }),
    claim,
  );
}
