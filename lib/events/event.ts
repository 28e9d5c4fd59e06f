import * as z from 'zod/mini';
import { amountResponse, toAmount } from '../budgets/amount.ts';
import { budgetMap } from '../budgets/budget.ts';
import { totalCents } from '../budgets/summary.ts';
import { idParameter, idResponse } from '../id.ts';
import { cursorParameter } from '../page.ts';
import { changesOf, stringExpected, text } from '../schema.ts';

const INVALID_DATE = 'must be a valid date (YYYY-MM-DD)';

const eventFields = z.object({
  name: text({ min: 1, max: 255, trim: true, example: 'Summer party' }),
  description: text({ min: 0, max: 2_000, example: 'In the garden' }),
  event_date: z
    .string({ error: stringExpected })
    .check(
      z.regex(/^(?!0000)/, { error: INVALID_DATE, abort: true }),
      z.iso.date({ error: INVALID_DATE }),
      z.meta({ examples: ['2027-07-04'] }),
    ),
});

/** The body of a create. */
export const newEvent = z.extend(eventFields, { description: z._default(eventFields.shape.description, '') });

/** The body of an update. Omitted fields keep their values. */
export const eventChanges = changesOf(eventFields);

/** Path parameters of one event. */
export const eventParameters = z.object({ id: idParameter });

/** Query parameters of the list. */
export const eventsQuery = z.object({ cursor: cursorParameter });

export type NewEvent = z.output<typeof newEvent>;
export type EventChanges = z.output<typeof eventChanges>;

const eventItem = z.object({
  id: z.int(),
  name: z.string(),
  description: z.string(),
  event_date: z.string(),
  budgets: budgetMap,
});

/** A person's event. Fields are named as in the table and the responses. */
export type BudgetEvent = z.output<typeof eventItem>;

export const fromItem = (item: unknown): BudgetEvent => eventItem.parse(item);

/** Schema of an event in a response. */
export const eventResponse = z
  .object({
    id: idResponse,
    name: eventFields.shape.name,
    total_amount: amountResponse,
    budgets_count: z.int().check(z.gte(0), z.meta({ examples: [1] })),
    description: eventFields.shape.description,
    event_date: eventFields.shape.event_date,
  })
  .check(z.meta({ id: 'Event' }));

/** Count and total are computed from the budgets, not stored. */
export function toEventResponse({ id, name, description, event_date, budgets }: BudgetEvent) {
  const total_amount = toAmount(totalCents(budgets));
  return { id, name, total_amount, budgets_count: budgets.length, description, event_date };
}
