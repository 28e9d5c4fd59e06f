import * as z from 'zod/mini';
import { paymentNote } from '../budgets/fields.ts';
import { day } from '../day.ts';
import { requestedAmount } from '../money/request.ts';
import { changesOf, flag } from '../schema.ts';

const requestedPayment = z.object({
  amount: requestedAmount,
  due_date: z.nullable(day).check(z.meta({ description: 'The day on which it is due' })),
  paid: z.nullable(flag).check(
    z.meta({
      description:
        'Whether it is paid. With a `paid_on` it is: `false` is rejected then, and `null` in an update',
    }),
  ),
  paid_on: z.nullable(day).check(
    z.meta({
      description:
        'The day on which it was paid. In an update, `null` opens it again, unless `paid` is `true`',
    }),
  ),
  note: z.nullable(paymentNote),
});

export const newPayment = z
  .extend(z.partial(requestedPayment), { amount: requestedPayment.shape.amount })
  .check(
    z.meta({
      id: 'PaymentInput',
      examples: [
        { amount: 500, due_date: '2027-03-01' },
        { amount: 500, paid_on: '2027-02-27', note: 'Deposit' },
        { amount: 500, paid: true },
      ],
    }),
  );

/** Omitted fields keep their values, and `null` clears one. */
export const paymentChanges = changesOf(requestedPayment).check(
  z.meta({ id: 'PaymentChanges', examples: [{ paid_on: '2027-02-27' }, { due_date: null }] }),
);

export type NewPayment = z.output<typeof newPayment>;
export type PaymentChanges = z.output<typeof paymentChanges>;
