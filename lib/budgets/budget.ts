import * as z from 'zod/mini';
import { idText, shownId } from '../id.ts';
import { changesOf, text } from '../schema.ts';
import { amountCents, amountOf, shownAmount } from './amount.ts';

const budgetFields = z.object({
  name: text({ min: 1, max: 255, trim: true, example: 'Catering' }),
  category: text({ min: 0, max: 100, trim: true, example: 'Food' }),
  amount: amountCents,
  spent: amountCents,
});

/** The body of a create. */
export const newBudget = z.pipe(
  z.extend(budgetFields, {
    category: z._default(budgetFields.shape.category, ''),
    spent: z._default(budgetFields.shape.spent, 0),
  }),
  z.transform(({ amount, spent, ...texts }) => ({ ...texts, amount_cents: amount, spent_cents: spent })),
);

/** The body of an update: a field left out stays as it is. */
export const budgetChanges = z.pipe(
  changesOf(budgetFields),
  z.transform(({ amount, spent, ...texts }) => ({
    ...texts,
    ...(amount !== undefined && { amount_cents: amount }),
    ...(spent !== undefined && { spent_cents: spent }),
  })),
);

/** The path of an event's budgets. */
export const budgetsPath = z.object({ event_id: idText });

/** The path of one budget. */
export const budgetPath = z.extend(budgetsPath, { id: idText });

export type NewBudget = z.output<typeof newBudget>;
export type BudgetChanges = z.output<typeof budgetChanges>;

const line = z.object({
  name: z.string(),
  category: z.string(),
  amount_cents: z.int(),
  spent_cents: z.int(),
  write_mark: z.string(),
});

/** One line of an event's plan. */
export type Budget = z.output<typeof line> & { id: number };

/** The budgets inside an event's item, where they lie by their ids; here oldest first. */
export const budgetMap = z.pipe(
  z.record(z.string(), line),
  z.transform((lines): Budget[] =>
    Object.entries(lines)
      .map(([id, fields]) => ({ id: Number(id), ...fields }))
      .sort((one, other) => one.id - other.id),
  ),
);

/** The budget as an answer shows it. */
export const shownBudget = z
  .object({
    id: shownId,
    name: budgetFields.shape.name,
    category: budgetFields.shape.category,
    amount: shownAmount,
    spent: shownAmount,
  })
  .check(z.meta({ id: 'Budget' }));

export const budgetView = ({ id, name, category, amount_cents, spent_cents }: Budget) => ({
  id,
  name,
  category,
  amount: amountOf(amount_cents),
  spent: amountOf(spent_cents),
});
