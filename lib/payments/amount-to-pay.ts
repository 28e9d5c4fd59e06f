import type { Role } from '../auth/roles.ts';
import type { Budget, Payment } from '../events/budget.ts';
import type { Event } from '../events/event.ts';

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
  event: Pick<Event, 'id' | 'name' | 'currency'>;
  /** The account's, in an event of another one. */
  role: Role | undefined;
}

/** All amounts of an event that have a due date. */
export function amountsIn(event: Event, role: Role | undefined, today: string): AmountToPay[] {
  return event.budgets.flatMap((budget) => {
    const own = { payment: undefined, due_date: budget.due_date, paid: budget.paid ?? false };
    const payments = budget.payments.map((payment) => ({
      payment,
      due_date: payment.due_date,
      paid: payment.paid_on !== undefined,
    }));
    return [own, ...payments].flatMap(({ due_date, ...amount }) => {
      if (due_date === undefined) return [];
      return { ...amount, budget, due_date, overdue: due_date < today && !amount.paid, event, role };
    });
  });
}
