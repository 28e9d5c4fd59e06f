import type { Role } from '../auth/roles.ts';
import { amountsToPay, type Budget, type Payment } from '../plan/budget.ts';
import type { Event } from '../plan/event.ts';

/** What is to be paid, or was paid, on a day: a budget at once, or one of its payments. */
export interface AmountToPay {
  budget: Budget;
  /** `undefined` if the budget has a due date of its own. */
  payment: Payment | undefined;
  /** `YYYY-MM-DD`. */
  due_date: string;
  paid: boolean;
  /** Whether it was due before today and is not paid. */
  overdue: boolean;
  event: Pick<Event, 'id' | 'ownerId' | 'name' | 'currency' | 'version' | 'updated_at'>;
  /** The account's, in an event of another one. */
  role: Role | undefined;
}

/** All amounts of an event that have a due date. */
export const amountsIn = (event: Event, role: Role | undefined, today: string): AmountToPay[] =>
  event.budgets.flatMap((budget) =>
    amountsToPay(budget).map((amount) => ({
      ...amount,
      budget,
      overdue: amount.due_date < today && !amount.paid,
      event,
      role,
    })),
  );
