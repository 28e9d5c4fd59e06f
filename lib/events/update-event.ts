import { day, dayAt } from '../day.ts';
import { Rejection } from '../errors.ts';
import { nextId } from '../id.ts';
import { DEFAULT_DIGITS, RequestedAmounts } from '../money/amount.ts';
import { withNewTexts } from '../new-text.ts';
import type { EventCaller } from '../plan/access.ts';
import { type Budget, FIRST_BUDGET_VERSION } from '../plan/budget.ts';
import { budgetsFor, type Event, newEventOf, type WriteOptions } from '../plan/event.ts';
import { type EventFields, fieldsOfEvent } from '../plan/head.ts';
import { createEvent, getEvent, readEvent } from '../plan/repository.ts';
import { problem } from '../problem.ts';
import { type Complete, changedBy } from '../schema.ts';
import { newEventTexts } from './fields.ts';
import type { EventChanges, EventCopy } from './request.ts';

export const digitsInUse = () =>
  new Rejection('conflict', {
    field: 'currency',
    problem: problem('in_use', 'must keep its number of fractional digits while the event has budgets'),
  });

const limitMissing = () =>
  new Rejection('conflict', {
    field: 'limit_amount',
    problem: problem(
      'blank',
      'is required with a currency that has a different number of fractional digits, because the event has a limit',
    ),
  });

export const currencyConflicts = [digitsInUse, limitMissing];

/** Throws a `Rejection`. */
export function changedEvent(event: Event, sent: EventChanges): Event {
  const changes = withNewTexts(newEventTexts, sent, event);
  const { currency } = changes;
  const after =
    currency === undefined
      ? { currency: event.currency, digits: event.digits }
      : { currency: currency?.code, digits: currency?.digits ?? DEFAULT_DIGITS };
  const amounts = new RequestedAmounts(after.digits);
  const limit = amounts.toMinorUnits('limit_amount', changes.limit_amount);
  amounts.requireValid();
  if (after.digits !== event.digits) {
    if (event.budgets_count > 0) throw digitsInUse();
    if (event.limit_cents !== undefined && changes.limit_amount === undefined) throw limitMissing();
  }
  const fields = {
    name: changes.name ?? event.name,
    description: changes.description ?? event.description,
    event_date: changes.event_date ?? event.event_date,
    ...after,
    limit_cents: changedBy(limit, event.limit_cents),
    guests: changedBy(changes.guests, event.guests),
  } satisfies Complete<EventFields>;
  if (changes.guests === undefined) return { ...event, ...fields };
  return { ...event, ...fields, budgets: budgetsFor(fields.guests ?? 0, event.budgets) };
}

/**
 * Copies an event that the caller may read to an event of the caller. Nothing is estimated, spent or paid, and due dates move
 * with the event. Throws a `Rejection`, also if a due date leaves the years 0001 to 9999.
 */
export async function copyEvent<Result>(
  caller: EventCaller,
  eventId: number,
  changes: EventCopy,
  options: WriteOptions<Event, Result>,
): Promise<Result> {
  const original = await readEvent(caller, eventId, getEvent);
  const movedMs = Date.parse(changes.event_date) - Date.parse(original.event_date);
  const changed = changedEvent(original, changes);
  const budgets = changed.budgets.map((budget) => copyOfBudget(budget, movedMs));
  return createEvent(caller, newEventOf(caller.accountId, fieldsOfEvent(changed), budgets), options);
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
  const years = { minimum: 1, maximum: 9_999, unit: 'years' };
  const outside = problem('invalid', 'moves a due date outside the years {minimum} to {maximum}', years);
  throw new Rejection('invalid', { field: 'event_date', problem: outside });
}
