import * as z from 'zod/mini';
import type { Digits } from '../money/amount.ts';
import { problem } from '../problem.ts';
import { partOf } from './plain-fields.ts';

export const kind = z.enum(['expense', 'income'], { error: problem('invalid', 'must be expense or income') });

export const paymentFields = z.object({
  /** In minor units of the event's currency. */
  amount_cents: z.int(),
  due_date: z.optional(z.string()),
  /** The day on which it was paid. */
  paid_on: z.optional(z.string()),
  /** Only if it was paid on no known day. */
  paid: z.optional(z.literal(true)),
  note: z.optional(z.string()),
});

export interface Payment extends z.output<typeof paymentFields> {
  id: number;
}

/** All of a budget but its id and payments. Amounts are in minor units of the event's currency. */
export const budgetFields = z.object({
  name: z.string(),
  category: z.string(),
  amount_cents: z.int(),
  /** For income, the amount received. */
  spent_cents: z.int(),
  kind: z.optional(kind),
  /** Price of one unit. With it, the amount is the {@link productOf}. */
  unit_cents: z.optional(z.int()),
  /** With up to two fractional digits. */
  quantity: z.optional(z.number()),
  per_guest: z.optional(z.boolean()),
  /** Expected cost before the price was known. No other amount follows from it. */
  estimate_cents: z.optional(z.int()),
  ...partOf('stored'),
  /** Raised by every change of it. */
  version: z.int(),
  /** Unix time in milliseconds; `undefined` if it was never changed. */
  updated_at: z.optional(z.int()),
});

export interface Budget extends z.output<typeof budgetFields> {
  id: number;
  digits: Digits;
  /** Oldest first. With any, what was spent is the sum of those that are paid. */
  payments: Payment[];
}

export const FIRST_BUDGET_VERSION = 0;

export const isPaid = ({ paid, paid_on }: Pick<Payment, 'paid' | 'paid_on'>): boolean =>
  paid === true || paid_on !== undefined;

/** The budget with these payments instead of its own. Without any, what was spent stays. */
export const withPayments = (budget: Budget, payments: Payment[]): Budget => ({
  ...budget,
  payments,
  spent_cents: payments.length > 0 ? sumOf(payments.filter(isPaid)) : budget.spent_cents,
});

export const sumOf = (payments: Payment[]): number =>
  payments.reduce((sum, { amount_cents }) => sum + amount_cents, 0);

export interface UnitPrice {
  unit_cents: number;
  /** 1 if there is none. */
  quantity?: number | null | undefined;
  per_guest?: boolean | null | undefined;
}

/** Returns minor units, maybe with a fraction. Exact up to the maximum, as a hundredth of a product of whole numbers. */
export const productOf = ({ unit_cents, quantity, per_guest }: UnitPrice, guests: number): number =>
  (unit_cents * Math.round((quantity ?? 1) * 100) * (per_guest ? guests : 1)) / 100;
