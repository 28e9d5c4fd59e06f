import { day, dayAt } from '../day.ts';
import { Rejection } from '../errors.ts';
import { nextId } from '../id.ts';
import type { EventCaller } from '../plan/access.ts';
import { type Budget, FIRST_BUDGET_VERSION } from '../plan/budget.ts';
import { type Event, newEventOf, type WriteOptions } from '../plan/event.ts';
import { fieldsOfEvent } from '../plan/head.ts';
import { createEvent, createEventConflicts, getEvent, readEvent } from '../plan/repository.ts';
import { problem } from '../problem.ts';
import type { EventCopy } from './request.ts';
import { changedEvent, currencyConflicts } from './update-event.ts';

/** Reasons why an event may not be copied. */
export const copyEventConflicts = [...createEventConflicts, ...currencyConflicts];

/** Copies an event that the caller may read to an event of the caller. Throws a `Rejection`. */
export async function copyEvent<Result>(
  caller: EventCaller,
  eventId: number,
  changes: EventCopy,
  options: WriteOptions<Event, Result>,
): Promise<Result> {
  const original = await readEvent(caller, eventId, getEvent);
  return createEvent(caller, copyOf(original, caller.accountId, changes), options);
}

/**
 * A copy with other fields. Nothing is estimated, spent or paid, and due dates move with the event. Throws
 * `invalid` if one leaves the years 0001 to 9999, or what `changedEvent` throws.
 */
function copyOf(original: Event, ownerId: string, changes: EventCopy): Event {
  const movedMs = Date.parse(changes.event_date) - Date.parse(original.event_date);
  const changed = changedEvent(original, changes);
  const budgets = changed.budgets.map((budget) => copyOfBudget(budget, movedMs));
  return newEventOf(ownerId, fieldsOfEvent(changed), budgets);
}

function copyOfBudget(budget: Budget, movedMs: number): Budget {
  const moved = (due_date: string | undefined) => due_date && movedDay(due_date, movedMs);
  return {
    ...budget,
    id: nextId(),
    spent_cents: 0,
    version: FIRST_BUDGET_VERSION,
    updated_at: undefined,
    due_date: moved(budget.due_date),
    estimate_cents: undefined,
    payments: budget.payments.map((payment) => ({
      ...payment,
      id: nextId(),
      due_date: moved(payment.due_date),
      paid_on: undefined,
      paid: undefined,
    })),
  };
}

function movedDay(from: string, movedMs: number): string {
  const { data: moved } = day.safeParse(dayAt(Date.parse(from) + movedMs));
  if (moved !== undefined) return moved;
  const outside = problem('invalid', 'moves a due date outside the years {minimum} to {maximum}', {
    minimum: 1,
    maximum: 9_999,
    unit: 'years',
  });
  throw new Rejection('invalid', { field: 'event_date', problem: outside });
}
