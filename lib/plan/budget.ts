import * as z from 'zod/mini';
import type { Digits } from '../money/amount.ts';
import { problem } from '../problem.ts';
import { partOf } from './kept-fields.ts';

/** What a budget adds to: the costs of its event, or its income. */
export const kind = z.enum(['expense', 'income'], { error: problem('invalid', 'must be expense or income') });

export const paymentFields = z.object({
  /** In minor units of the event's currency. */
  amount_cents: z.int(),
  due_date: z.optional(z.string()),
  /** The day on which it was paid. */
  paid_on: z.optional(z.string()),
  note: z.optional(z.string()),
});

/** A part of a budget that is paid, or is still to pay. */
export interface Payment extends z.output<typeof paymentFields> {
  id: number;
}

/** All of a budget but its id and payments. Amounts are in minor units of the event's currency. */
export const budgetFields = z.object({
  name: z.string(),
  category: z.string(),
  amount_cents: z.int(),
  /** Of income, what was received. */
  spent_cents: z.int(),
  kind: z.optional(kind),
  /** What one costs. With it, the amount is the {@link productOf}. */
  unit_cents: z.optional(z.int()),
  quantity: z.optional(z.int()),
  per_guest: z.optional(z.boolean()),
  /** What it was expected to cost before its price was known. No other amount follows from it. */
  estimate_cents: z.optional(z.int()),
  ...partOf('stored'),
  /** Raised by every change of it. */
  version: z.int(),
  /** Unix time in milliseconds; `undefined` if it was never changed. */
  updated_at: z.optional(z.int()),
});

/** What an event plans to spend on something, or to get for it. */
export interface Budget extends z.output<typeof budgetFields> {
  id: number;
  /** The fractional digits of its amounts. */
  digits: Digits;
  /** Oldest first. With any, what was spent is the sum of those that are paid. */
  payments: Payment[];
}

/** The version of a budget that was never changed. */
export const FIRST_BUDGET_VERSION = 0;

/** The budget with these payments instead of its own. */
export const withPayments = (budget: Budget, payments: Payment[]): Budget => ({
  ...budget,
  payments,
  spent_cents: sumOf(payments.filter(({ paid_on }) => paid_on !== undefined)),
});

export const sumOf = (payments: Payment[]): number =>
  payments.reduce((sum, { amount_cents }) => sum + amount_cents, 0);

/** What the amount of a budget follows from. */
export interface UnitPrice {
  unit_cents: number;
  /** 1 if there is none. */
  quantity?: number | null | undefined;
  per_guest?: boolean | null | undefined;
}

/** The amount of a budget in minor units. Exact, because it is a product of whole numbers, or else above every maximum. */
export const productOf = ({ unit_cents, quantity, per_guest }: UnitPrice, guests: number): number =>
  unit_cents * (quantity ?? 1) * (per_guest ? guests : 1);

/** What is to be paid of a budget on a day, or was: all of it, or one of its payments. */
export const amountsToPay = ({ due_date, paid = false, payments }: Budget) =>
  [
    { payment: undefined, due_date, paid },
    ...payments.map((payment) => ({
      payment,
      due_date: payment.due_date,
      paid: payment.paid_on !== undefined,
    })),
  ].flatMap((amount) => (amount.due_date === undefined ? [] : { ...amount, due_date: amount.due_date }));
