import * as z from 'zod/mini';
import { day, dayAt, requiredDay } from '../day.ts';
import type { Change } from '../dynamodb/changes.ts';
import { InvalidFieldsError } from '../errors.ts';
import { nextId } from '../id.ts';
import { problem } from '../problem.ts';
import { type Budget, FIRST_BUDGET_VERSION } from './budget.ts';
import { type EventCaller, noEvent } from './caller.ts';
import { type Event, newEventOf } from './event.ts';
import { eventTexts } from './fields.ts';
import { budgetsFor } from './guests.ts';
import { fieldsOfEvent } from './head.ts';
import type { eventParameters } from './parameters.ts';
import { readEvent } from './read-event.ts';
import { getEvent, putEvent } from './repository.ts';
import { guests } from './request.ts';

export const eventCopy = z
  .object({
    event_date: requiredDay,
    name: z.optional(eventTexts.name),
    guests: z.optional(guests),
  })
  .check(
    z.meta({
      id: 'EventCopy',
      description: 'Without `name` or `guests`, the copy has those of the original',
      examples: [{ event_date: '2028-07-04', name: 'Summer party 2028' }],
    }),
  );

type EventCopy = z.output<typeof eventCopy>;

interface Copying {
  path: z.output<typeof eventParameters>;
  body: EventCopy;
}

/** Copies an event that the caller may read to an event of the caller. Throws a `RefusalError`. */
export async function copyEvent(
  caller: EventCaller,
  { path, body }: Copying,
  claim?: (created: Event) => Change,
): Promise<Event> {
  const original = await readEvent(caller, path.id, getEvent);
  if (!original) throw noEvent();
  return putEvent(caller, copyOf(original, caller.accountId, body), claim);
}

/**
 * A copy on another day. Nothing is estimated, spent or paid, and due dates move with the event. Throws {@link InvalidFieldsError} if
 * one leaves the years 0001 to 9999.
 */
function copyOf(
  original: Event,
  ownerId: string,
  { event_date, name = original.name, guests = original.guests ?? null }: EventCopy,
): Event {
  const movedMs = Date.parse(event_date) - Date.parse(original.event_date);
  const budgets = budgetsFor(guests ?? 0, original.budgets).map((budget) => copyOfBudget(budget, movedMs));
  const fields = { ...fieldsOfEvent(original), name, event_date, guests: guests ?? undefined };
  return newEventOf(ownerId, fields, budgets);
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
    paid: budget.paid === undefined ? undefined : false,
    estimate_cents: undefined,
    payments: budget.payments.map((payment) => ({
      ...payment,
      id: nextId(),
      due_date: moved(payment.due_date),
      paid_on: undefined,
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
  throw new InvalidFieldsError({ field: 'event_date', problem: outside });
}
