import type { Role } from '../auth/roles.ts';
import type { Budget, Payment } from '../plan/budget.ts';
import type { Event } from '../plan/event.ts';
import { amountsLeft, amountsPaid } from '../plan/sums.ts';

/** An amount left to pay on a day, or paid: a payment, or the rest of a budget that no payment covers. */
export interface AmountToPay {
  budget: Budget;
  payment: Payment | undefined;
  /** The amount left or paid, in minor units. Above 0. */
  cents: number;
  paid: boolean;
  /** Day on which it is due, or was paid (`YYYY-MM-DD`). Only paid amounts may have none. */
  day: string | undefined;
  event: Pick<Event, 'id' | 'ownerId' | 'name' | 'currency' | 'version' | 'updated_at'>;
  /** The account's, in an event of another one. */
  role: Role | undefined;
}

/** All amounts of an event that are left to pay, or were paid. */
export const amountsIn = (event: Event, role: Role | undefined, paid: boolean): AmountToPay[] =>
  event.budgets.flatMap((budget) =>
    (paid ? paidOf(budget) : dueOf(budget)).map((amount) => ({ ...amount, paid, budget, event, role })),
  );

const dueOf = (budget: Budget) =>
  amountsLeft(budget).flatMap(({ payment, due_date: day, left_cents: cents }) =>
    day === undefined ? [] : { payment, day, cents },
  );

const paidOf = (budget: Budget) =>
  amountsPaid(budget).map(({ payment, paid_on: day, paid_cents: cents }) => ({ payment, day, cents }));
