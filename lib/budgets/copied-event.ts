import * as z from 'zod/mini';
import { day } from '../day.ts';
import type { Attributes } from '../dynamodb/items.ts';
import { InvalidFieldsError } from '../errors.ts';
import { eventTexts } from '../events/event.ts';
import { newMark } from '../events/event-write.ts';
import { head, newHead } from '../events/head.ts';
import { nextId } from '../id.ts';
import { problem } from '../problem.ts';
import { addedBy, FIRST_VERSION, type StoredEvent } from './line.ts';

/** The body of a copy. */
export const eventCopy = z
  .object({ event_date: eventTexts.shape.event_date, name: z.optional(eventTexts.shape.name) })
  .check(z.meta({ id: 'EventCopy', examples: [{ event_date: '2028-07-04', name: 'Summer party 2028' }] }));

type EventCopy = z.output<typeof eventCopy>;
type StoredLine = StoredEvent['budgets'][string];

/** What a copy keeps of its original, besides its name. */
const keptFields = z.pick(head, { description: true, currency: true, digits: true, limit_cents: true });

/**
 * The head and the lines of a copy on another day. Nothing is spent or paid, and due dates move with the event. Throws
 * {@link InvalidFieldsError} if one leaves the years 0001 to 9999.
 */
export function copyOf(original: StoredEvent, { event_date, name = original.head.name }: EventCopy) {
  const movedMs = Date.parse(event_date) - Date.parse(original.head.event_date);
  const write_mark = newMark();
  const lines = Object.entries(original.budgets)
    .sort(([one], [other]) => Number(one) - Number(other))
    .map(([, line]) => copyOfLine(line, movedMs, write_mark));
  const fields = { ...keptFields.parse(original.head), name, event_date };
  const budgets: Attributes = Object.fromEntries(lines.map((line) => [nextId(), line]));
  return {
    head: { ...newHead(fields), budgets_count: lines.length, ...Object.fromEntries(addedBy(lines)) },
    budgets,
  };
}

const copyOfLine = ({ due_date, ...line }: StoredLine, movedMs: number, write_mark: string): StoredLine => ({
  ...line,
  ...{ spent_cents: 0, version: FIRST_VERSION, write_mark },
  ...(line.received_cents !== undefined && { received_cents: 0 }),
  ...(line.paid !== undefined && { paid: false }),
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
