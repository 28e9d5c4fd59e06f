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
import { type EventHead, newHead, storedHead } from './head.ts';
import { readEvent } from './read-event.ts';
import { getEvent, putEvent } from './repository.ts';
import { eventResponse } from './response.ts';

export const eventCopy = z
  .object({ event_date: eventResponse.shape.event_date, name: z.optional(eventResponse.shape.name) })
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

/** What a copy keeps of its original, besides its name. */
const keptFields = z.pick(storedHead, { description: true, currency: true, limit_cents: true });

/**
 * The head and the budgets of a copy on another day. Nothing is spent or paid, and due dates move with the event. Throws
 * {@link InvalidFieldsError} if one leaves the years 0001 to 9999.
 */
function copyOf(original: Event, { event_date, name = original.name }: EventCopy) {
  const movedMs = Date.parse(event_date) - Date.parse(original.event_date);
  const write_mark = newMark();
  const budgets = original.budgets.map((budget) => copyOfBudget(budget, movedMs, write_mark));
  const { currency, digits } = original;
  const fields = { ...keptFields.parse(original), name, event_date, ...(currency && { digits }) };
  const sums = Object.fromEntries(addedBy(budgets.map(storedOf)));
  return { head: { ...newHead(fields), budgets_count: budgets.length, ...sums }, budgets };
}

const copyOfBudget = ({ due_date, ...budget }: Budget, movedMs: number, write_mark: string): Budget => ({
  ...budget,
  id: nextId(),
  spent_cents: 0,
  version: FIRST_BUDGET_VERSION,
  write_mark,
  ...(budget.paid !== undefined && { paid: false }),
  ...(due_date !== undefined && { due_date: movedDay(due_date, movedMs) }),
});

function movedDay(from: string, movedMs: number): string {
  const { data: moved } = day.safeParse(
    new Date(Date.parse(from) + movedMs).toISOString().replace(/T.*$/, ''),
  );
  if (moved !== undefined) return moved;
  const outside = problem('invalid', 'moves a due date outside the years 0001 to 9999');
  throw new InvalidFieldsError([{ field: 'event_date', problem: outside }]);
}
