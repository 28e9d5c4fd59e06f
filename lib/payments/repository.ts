import type * as z from 'zod/mini';
import { replaceBudget } from '../budgets/replace-budget.ts';
import { type EventAfter, noBudget } from '../budgets/repository.ts';
import type { Change } from '../dynamodb/changes.ts';
import { equals } from '../dynamodb/conditions.ts';
import { budgetVersionPath, versionPath } from '../dynamodb/keys.ts';
import { ConflictError, eventTooLarge, InvalidFieldsError, NotFoundError } from '../errors.ts';
import type { EventCaller } from '../events/access.ts';
import { type Budget, type Payment, sumOf, withPayments } from '../events/budget.ts';
import { eventIn } from '../events/event.ts';
import { type WriteHeaders, writeRead } from '../events/write-event.ts';
import { nextId } from '../id.ts';
import type { Claim, Made } from '../idempotency/claim.ts';
import {
  DEFAULT_DIGITS,
  type Digits,
  maxOf,
  maxUnitsOf,
  minorUnits,
  requireDigits,
} from '../money/amount.ts';
import { problem } from '../problem.ts';
import { changedBy } from '../schema.ts';
import type { paymentParameters, paymentsParameters } from './parameters.ts';
import type { NewPayment, PaymentChanges } from './request.ts';

const MAX_PAYMENTS = 24;

const paymentsFull = () =>
  new ConflictError('payments', problem('full', `are full (maximum is ${MAX_PAYMENTS} per budget)`));

const hasItsOwn = (fields = ['spent', 'due_date', 'paid']) =>
  new ConflictError(
    'budget',
    problem('in_use', `has ${fields.join(', ')}. Clear that first, because each payment has its own`),
  );

/** Why a budget may not take a payment. */
export const createPaymentConflicts = [eventTooLarge, paymentsFull, hasItsOwn];

/** Why an event may not take changes of a payment. */
export const updatePaymentConflicts = [eventTooLarge];

const noPayment = () => new NotFoundError('There is no such payment');

/** How to change the payments of a budget. */
interface PaymentsWrite {
  headers: WriteHeaders | undefined;
  /** What the request has of amounts, in thousandths. */
  amounts: { amount?: number };
  /** Throws a `RefusalError`. Returns the budget's own payments if nothing is to be written. */
  change: (budget: Budget, isResent: boolean) => Payment[];
  /** Throws a `ConflictError` if the budget may not have one more payment. */
  check?: (budget: Budget) => void;
  claimOf?: ((digits: Digits) => Change) | undefined;
  isDeletion?: boolean;
}

/** Writes the payments of a budget. Returns the digits of its amounts and its new version. Throws a `RefusalError`. */
async function writePayments(
  caller: EventCaller,
  { event_id, budget_id }: z.output<typeof paymentsParameters>,
  { headers = {}, amounts, change, check, claimOf, isDeletion = false }: PaymentsWrite,
): Promise<EventAfter & { digits: Digits; version: number }> {
  const { result, version, after } = await writeRead(caller, event_id, {
    parse: eventIn,
    decide: (target, event, isResent) => {
      const { digits } = event;
      requireDigits(amounts, digits);
      const before = event.budgets.find(({ id }) => id === budget_id);
      if (!before) throw noBudget();
      const payments = change(before, isResent);
      if (payments === before.payments) return { result: { digits, version: before.version } };
      requireSum(payments, digits);
      const update = replaceBudget(target, before, withPayments(before, payments)).requireVersion(
        budgetVersionPath(budget_id),
        headers['if-match'],
      );
      // A transaction doesn't tell which version it made.
      if (claimOf) update.require(equals(versionPath, event.version));
      return {
        changes: [update, ...(claimOf ? [claimOf(digits)] : [])],
        result: { digits, version: event.version + 1 },
        check: () => check?.(before),
        isDeletion,
      };
    },
    checkWithoutEvent: () => requireDigits(amounts, DEFAULT_DIGITS),
    returnsEvent: headers.prefer,
  });
  const event = after && eventIn(after.item);
  return { digits: result.digits, version: version ?? result.version, event };
}

/** So that sums stay exact. */
function requireSum(payments: Payment[], digits: Digits): void {
  if (sumOf(payments) <= maxUnitsOf(digits)) return;
  const tooLarge = problem(
    'too_large',
    `makes all payments too large (maximum is ${maxOf(digits)} together)`,
  );
  throw new InvalidFieldsError([{ field: 'amount', problem: tooLarge }]);
}

/** Adds a payment to a budget. Throws a `RefusalError`. */
export async function createPayment(
  caller: EventCaller,
  path: z.output<typeof paymentsParameters>,
  body: NewPayment,
  headers?: WriteHeaders,
  claim?: Claim,
): Promise<Made & EventAfter> {
  let id = nextId();
  const written = await writePayments(caller, path, {
    headers,
    amounts: body.amounts,
    change: ({ payments, digits }, isResent) => {
      const isTaken = payments.some((other) => other.id === id);
      // The event may have been written so often since that it doesn't remember this write.
      if (isTaken && isResent) return payments;
      // Another process may have used the same id in the same millisecond.
      if (isTaken) id = nextId();
      return [...payments, newPaymentOf(body, { id, digits })];
    },
    check: requireRoom,
    claimOf: claim && ((digits) => claim({ id, digits })),
  });
  return { id, ...written };
}

/** Throws if a budget may not have one more payment. */
function requireRoom({ payments, spent_cents, due_date, paid }: Budget): void {
  if (payments.length >= MAX_PAYMENTS) throw paymentsFull();
  if (payments.length > 0) return;
  const own = Object.entries({ spent: spent_cents || undefined, due_date, paid });
  const fields = own.filter(([, value]) => value !== undefined).map(([name]) => name);
  if (fields.length > 0) throw hasItsOwn(fields);
}

/** The payment that a create makes. */
export const newPaymentOf = (
  { amounts, due_date, paid_on, note }: NewPayment,
  { id, digits }: { id: number; digits: Digits },
): Payment => ({
  id,
  amount_cents: minorUnits(amounts.amount ?? 0, digits),
  // `null` is the same as nothing.
  due_date: due_date ?? undefined,
  paid_on: paid_on ?? undefined,
  note: note ?? undefined,
});

/** Updates a payment. Throws a `RefusalError`. */
export const updatePayment = (
  caller: EventCaller,
  { id, ...path }: z.output<typeof paymentParameters>,
  { amounts, ...changes }: PaymentChanges,
  headers?: WriteHeaders,
) =>
  writePayments(caller, path, {
    headers,
    amounts,
    change: ({ payments, digits }) => {
      if (!payments.some((payment) => payment.id === id)) throw noPayment();
      return payments.map((payment) =>
        payment.id === id ? changed(payment, changes, amounts, digits) : payment,
      );
    },
  });

function changed(
  payment: Payment,
  { due_date, paid_on, note }: Omit<PaymentChanges, 'amounts'>,
  { amount }: { amount?: number },
  digits: Digits,
): Payment {
  return {
    id: payment.id,
    amount_cents: amount === undefined ? payment.amount_cents : minorUnits(amount, digits),
    due_date: changedBy(due_date, payment.due_date),
    paid_on: changedBy(paid_on, payment.paid_on),
    note: changedBy(note, payment.note),
  };
}

/** Deletes a payment. Throws a `RefusalError`. */
export const deletePayment = (
  caller: EventCaller,
  { id, ...path }: z.output<typeof paymentParameters>,
  headers?: WriteHeaders,
) =>
  writePayments(caller, path, {
    headers,
    amounts: {},
    change: ({ payments }) => {
      if (!payments.some((payment) => payment.id === id)) throw noPayment();
      return payments.filter((payment) => payment.id !== id);
    },
    isDeletion: true,
  });
