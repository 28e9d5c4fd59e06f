import * as z from 'zod/mini';
import { amountOf, shownAmount } from '../budgets/amount.ts';
import { budgetMap } from '../budgets/budget.ts';
import { totalCents } from '../budgets/summary.ts';
import { idText, shownId } from '../id.ts';
import { changesOf, stringExpected, text } from '../schema.ts';

const NO_DAY = 'is not a day as YYYY-MM-DD';

const eventFields = z.object({
  name: text({ min: 1, max: 255, trim: true, example: 'Summer party' }),
  description: text({ min: 0, max: 2_000, example: 'In the garden' }),
  event_date: z
    .string({ error: stringExpected })
    .check(
      z.regex(/^(?!0000)/, { error: NO_DAY, abort: true }),
      z.iso.date({ error: NO_DAY }),
      z.meta({ examples: ['2027-07-04'] }),
    ),
});

/** The body of a create. */
export const newEvent = z.extend(eventFields, { description: z._default(eventFields.shape.description, '') });

/** The body of an update: a field left out stays as it is. */
export const eventChanges = changesOf(eventFields);

/** The path of one event. */
export const eventPath = z.object({ id: idText });

/** The query of a list: the id after which it goes on. */
export const listQuery = z.object({ cursor: z.optional(idText) });

export type NewEvent = z.output<typeof newEvent>;
export type EventChanges = z.output<typeof eventChanges>;

const eventItem = z.object({
  id: z.int(),
  name: z.string(),
  description: z.string(),
  event_date: z.string(),
  budgets: budgetMap,
});

/** A person's event with its budgets, fields named as the table and the answers name them. */
export type BudgetEvent = z.output<typeof eventItem>;

export const fromItem = (item: unknown): BudgetEvent => eventItem.parse(item);

/** The event as an answer shows it. */
export const shownEvent = z
  .object({
    id: shownId,
    name: eventFields.shape.name,
    total_amount: shownAmount,
    budgets_count: z.int().check(z.gte(0), z.meta({ examples: [1] })),
    description: eventFields.shape.description,
    event_date: eventFields.shape.event_date,
  })
  .check(z.meta({ id: 'Event' }));

/** Count and total are derived here, and stored nowhere. */
export function eventView({ id, name, description, event_date, budgets }: BudgetEvent) {
  const total_amount = amountOf(totalCents(budgets));
  return { id, name, total_amount, budgets_count: budgets.length, description, event_date };
}
