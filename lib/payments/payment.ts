import type { Role } from '../auth/roles.ts';
import type { Budget } from '../events/budget.ts';
import type { Event } from '../events/event.ts';

/** A budget with a due date, and its event. */
export interface Payment extends Budget {
  /** `YYYY-MM-DD`. */
  due_date: string;
  /** Whether it was due before today (UTC) and is not paid. */
  overdue: boolean;
  event_id: number;
  event_name: string;
  /** ISO 4217. */
  currency?: string | undefined;
  /** The account's, in an event of another one. */
  role?: Role | undefined;
}

/** The budgets of an event that have a due date. */
export const paymentsIn = (
  { id: event_id, name: event_name, currency, budgets }: Event,
  role: Role | undefined,
  today: string,
): Payment[] =>
  budgets.flatMap(({ due_date, ...budget }) =>
    due_date === undefined
      ? []
      : [
          {
            ...budget,
            due_date,
            overdue: due_date < today && !budget.paid,
            event_id,
            event_name,
            currency,
            role,
          },
        ],
  );
