import * as z from 'zod/mini';
import { day } from '../day.ts';
import { newMark } from '../dynamodb/marks.ts';
import { InvalidFieldsError } from '../errors.ts';
import { nextId } from '../id.ts';
import type { Claim } from '../idempotency/claim.ts';
import { problem } from '../problem.ts';
import type { EventCaller } from './access.ts';
import { addedBy, type Budget, FIRST_BUDGET_VERSION, storedOf } from './budget.ts';
import type { Event } from './event.ts';
import { noEvent } from './event-update.ts';
import { budgetsFor } from './guests.ts';
import { type EventHead, newHead, storedHead } from './head.ts';
import { readEvent } from './read-event.ts';
import { getEvent, putEvent } from './repository.ts';
import { guests } from './request.ts';
import { eventResponse } from './response.ts';

export const eventCopy = z
  .object({
    event_date: eventResponse.shape.event_date,
    name: z.optional(eventResponse.shape.name),
    guests: z.optional(guests),
  })
  .check(z.meta({ id: 'EventCopy', examples: [{ event_date: '2028-07-04', name: 'Summer party 2028' }] }));

type EventCopy = z.output<typeof eventCopy>;

/** Copies an event that the caller may read to an event of the caller. Throws a `RefusalError`. */
export async function copyEvent(
  caller: EventCaller,
  eventId: number,
  copy: EventCopy,
  claim?: Claim,
): Promise<EventHead> {
  const original = await readEvent(caller, eventId, getEvent);
  if (!original) throw noEvent();
  const { head, budgets } = copyOf(original, copy);
  return putEvent(caller.accountId, head, budgets, claim);
}

/** What a copy keeps of its original, besides its name and guests. */
const keptFields = z.pick(storedHead, { description: true, currency: true, limit_cents: true });

/**
 * The head and the budgets of a copy on another day. Nothing is spent or paid, and due dates move with the event. Throws
 * {@link InvalidFieldsError} if one leaves the years 0001 to 9999.
 */
function copyOf(
  original: Event,
  { event_date, name = original.name, guests = original.guests ?? null }: EventCopy,
) {
  const movedMs = Date.parse(event_date) - Date.parse(original.event_date);
  const write_mark = newMark();
  const budgets = budgetsFor(guests ?? 0, original.budgets).map((budget) =>
    copyOfBudget(budget, movedMs, write_mark),
  );
  const { currency, digits } = original;
  const fields = {
    ...keptFields.parse(original),
    name,
    event_date,
    ...(currency && { digits }),
    ...(guests !== null && { guests }),
  };
  const sums = Object.fromEntries(addedBy(budgets.map(storedOf)));
  return { head: { ...newHead(fields), budgets_count: budgets.length, ...sums }, budgets };
}

function copyOfBudget(budget: Budget, movedMs: number, write_mark: string): Budget {
  const moved = (due_date: string | undefined) => due_date && movedDay(due_date, movedMs);
  return {
    ...budget,
    id: nextId(),
    spent_cents: 0,
    version: FIRST_BUDGET_VERSION,
    write_mark,
    due_date: moved(budget.due_date),
    paid: budget.paid === undefined ? undefined : false,
    payments: budget.payments.map((payment) => ({
      ...payment,
      id: nextId(),
      due_date: moved(payment.due_date),
      paid_on: undefined,
    })),
  };
}

function movedDay(from: string, movedMs: number): string {
  const { data: moved } = day.safeParse(
    new Date(Date.parse(from) + movedMs).toISOString().replace(/T.*$/, ''),
  );
  if (moved !== undefined) return moved;
  const outside = problem('invalid', 'moves a due date outside the years 0001 to 9999');
  throw new InvalidFieldsError([{ field: 'event_date', problem: outside }]);
}
