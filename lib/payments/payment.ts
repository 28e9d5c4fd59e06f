import type { Role } from '../auth/roles.ts';
import type { Budget } from '../events/budget.ts';
import type { Event } from '../events/event.ts';
import { isWithin } from '../lists/period.ts';
import type { PaymentsQuery } from './query.ts';

/** A budget with a due date, and its event. */
export interface Payment extends Budget {
  /** `YYYY-MM-DD`. */
  due_date: string;
  event_id: number;
  event_name: string;
  /** ISO 4217. */
  currency?: string | undefined;
  /** The account's, in an event of another one. */
  role?: Role | undefined;
}

/** The budgets of an event that have a due date and match a query. */
export const paymentsIn = (
  { id: event_id, name: event_name, currency, budgets }: Event,
  role: Role | undefined,
  { paid, ...period }: PaymentsQuery,
): Payment[] =>
  budgets.flatMap(({ due_date, ...budget }) =>
    due_date !== undefined &&
    isWithin(period, due_date) &&
    (paid === undefined || (budget.paid ?? false) === paid)
      ? [{ ...budget, due_date, event_id, event_name, currency, role }]
      : [],
  );
