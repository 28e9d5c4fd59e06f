import { type Budget, isPaid, type Payment, sumOf } from './budget.ts';

interface AmountLeft {
  /** Without one, it is what of the budget no payment covers. */
  payment: Payment | undefined;
  due_date: string | undefined;
  /** Above 0. */
  left_cents: number;
}

interface AmountPaid {
  /** Without one, the budget has none. */
  payment: Payment | undefined;
  paid_on: string | undefined;
  /** Above 0. */
  paid_cents: number;
}

/** Amounts of a budget still to pay, or to receive: its open payments, and the rest that no payment covers. */
export function amountsLeft({ amount_cents, spent_cents, due_date, payments }: Budget): AmountLeft[] {
  const covered = payments.length > 0 ? sumOf(payments) : spent_cents;
  const open = payments.filter((payment) => !isPaid(payment));
  return [
    { payment: undefined, due_date, left_cents: amount_cents - covered },
    ...open.map((payment) => ({ payment, due_date: payment.due_date, left_cents: payment.amount_cents })),
  ].filter(({ left_cents }) => left_cents > 0);
}

/** Amounts of a budget that were paid, or received. */
export function amountsPaid({ spent_cents, payments }: Budget): AmountPaid[] {
  const paid = payments.filter(isPaid);
  return [
    { payment: undefined, paid_on: undefined, paid_cents: payments.length > 0 ? 0 : spent_cents },
    ...paid.map((payment) => ({ payment, paid_on: payment.paid_on, paid_cents: payment.amount_cents })),
  ].filter(({ paid_cents }) => paid_cents > 0);
}
