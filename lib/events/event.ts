import * as z from 'zod/mini';
import { amountResponse, toAmount } from '../amount.ts';
import { idParameter, idResponse } from '../id.ts';
import { count } from '../page.ts';
import { problem } from '../problem.ts';
import { changesOf, stringExpected, text } from '../schema.ts';
import { FIRST_VERSION, headItem, totalOf } from './head.ts';

const INVALID_DATE = problem('invalid', 'must be a valid date (YYYY-MM-DD)');

const eventFields = z.object({
  name: text({ min: 1, max: 255, trim: true }),
  description: text({ min: 0, max: 2_000 }),
  event_date: z.string({ error: stringExpected }).check(
    z.regex(/^(?!0000)/, { error: INVALID_DATE, abort: true }),
    z.iso.date({ error: INVALID_DATE, abort: true }),
    z.meta({
      override: ({ jsonSchema }) => {
        // `format` says the rest. zod's own two patterns would make an `allOf`.
        delete jsonSchema.allOf;
        jsonSchema.pattern = '^[0-9]{0,3}[1-9]';
      },
    }),
  ),
});

/** The body of a create. */
export const newEvent = z
  .extend(eventFields, { description: z._default(eventFields.shape.description, '') })
  .check(
    z.meta({
      id: 'NewEvent',
      examples: [{ name: 'Summer party', description: 'In the garden', event_date: '2027-07-04' }],
    }),
  );

/** The body of an update. Omitted fields keep their values. */
export const eventChanges = changesOf(eventFields).check(
  z.meta({ id: 'EventChanges', examples: [{ description: 'In the garden, from noon' }] }),
);

/** Path parameters of one event. */
export const eventParameters = z.object({ id: idParameter });

export type NewEvent = z.output<typeof newEvent>;
export type EventChanges = z.output<typeof eventChanges>;

/** A person's event. */
export type BudgetEvent = ReturnType<typeof fromItem>;

export function fromItem(item: unknown) {
  const { head_id, head } = headItem.parse(item);
  const { name, description, event_date, budgets_count, version } = head;
  const total_cents = totalOf(head.planned_added, head.planned_removed);
  const spent_cents = totalOf(head.spent_added, head.spent_removed);
  return { id: head_id, version, name, total_cents, spent_cents, budgets_count, description, event_date };
}

/** Schema of an event in a response. */
export const eventResponse = z
  .object({
    id: idResponse,
    name: eventFields.shape.name,
    total_amount: amountResponse,
    budgets_count: count,
    description: eventFields.shape.description,
    event_date: eventFields.shape.event_date,
  })
  .check(
    z.meta({
      id: 'Event',
      examples: [
        {
          id: 114640874095021,
          name: 'Summer party',
          total_amount: 2050.5,
          budgets_count: 2,
          description: 'In the garden',
          event_date: '2027-07-04',
        },
      ],
    }),
  );

/** The result of a create. */
export const toCreated = (id: number) => ({ location: `/events/view/${id}`, version: FIRST_VERSION });

export function toEventResponse({
  id,
  name,
  total_cents,
  budgets_count,
  description,
  event_date,
}: BudgetEvent) {
  return { id, name, total_amount: toAmount(total_cents), budgets_count, description, event_date };
}
