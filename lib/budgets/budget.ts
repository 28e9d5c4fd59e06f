import * as z from 'zod/mini';
import { amountInCents, amountResponse, toAmount } from '../amount.ts';
import { idParameter, idResponse } from '../id.ts';
import { changesOf, text } from '../schema.ts';

const budgetFields = z.object({
  name: text({ min: 1, max: 255, trim: true }),
  category: text({ min: 0, max: 100, trim: true }),
  amount: amountInCents,
  spent: amountInCents,
});

/** The body of a create. */
export const newBudget = z
  .pipe(
    z.extend(budgetFields, {
      category: z._default(budgetFields.shape.category, ''),
      spent: z._default(budgetFields.shape.spent, 0),
    }),
    z.transform(({ amount, spent, ...texts }) => ({ ...texts, amount_cents: amount, spent_cents: spent })),
  )
  .check(
    z.meta({
      id: 'NewBudget',
      examples: [{ name: 'Band', category: 'Music', amount: 800, spent: 950.5 }],
    }),
  );

/** The body of an update. Omitted fields keep their values. */
export const budgetChanges = z
  .pipe(
    changesOf(budgetFields),
    z.transform(({ amount, spent, ...texts }) => ({
      ...texts,
      ...(amount !== undefined && { amount_cents: amount }),
      ...(spent !== undefined && { spent_cents: spent }),
    })),
  )
  .check(z.meta({ id: 'BudgetChanges', examples: [{ amount: 900 }] }));

/** Path parameters of an event's budgets. */
export const budgetsParameters = z.object({ event_id: idParameter });

/** Path parameters of one budget. */
export const budgetParameters = z.extend(budgetsParameters, { id: idParameter });

export type NewBudget = z.output<typeof newBudget>;
export type BudgetChanges = z.output<typeof budgetChanges>;

/** The version of a budget that was never changed. */
export const FIRST_VERSION = 0;

const line = z.object({
  name: z.string(),
  category: z.string(),
  amount_cents: z.int(),
  spent_cents: z.int(),
  /** The event's version after the last change of this budget. */
  version: z.int(),
  write_mark: z.string(),
});

/** A budget: one line of an event's plan. */
export type Budget = z.output<typeof line> & { id: number };

/** The map of budgets in an event's item, parsed to a list, oldest first. */
export const budgetMap = z.pipe(
  z.record(z.string(), line),
  z.transform((lines): Budget[] =>
    Object.entries(lines)
      .map(([id, fields]) => ({ id: Number(id), ...fields }))
      .sort((one, other) => one.id - other.id),
  ),
);

/** Schema of a budget in a response. */
export const budgetResponse = z
  .object({
    id: idResponse,
    name: budgetFields.shape.name,
    category: budgetFields.shape.category,
    amount: amountResponse,
    spent: amountResponse,
  })
  .check(
    z.meta({
      id: 'Budget',
      examples: [
        { id: 114640874099904, name: 'Band', category: 'Music', amount: 800, spent: 950.5 },
        { id: 114640874103215, name: 'Catering', category: 'Food', amount: 1250.5, spent: 0 },
      ],
    }),
  );

export const toBudgetResponse = ({
  id,
  name,
  category,
  amount_cents,
  spent_cents,
}: NewBudget & { id: number }) => ({
  id,
  name,
  category,
  amount: toAmount(amount_cents),
  spent: toAmount(spent_cents),
});

/** The result of a create. */
export const toCreated = (
  { path: { event_id }, body }: { path: z.output<typeof budgetsParameters>; body: NewBudget },
  id: number,
) => ({
  location: `/events/${event_id}/budgets/view/${id}`,
  version: FIRST_VERSION,
  body: { data: toBudgetResponse({ id, ...body }) },
});
