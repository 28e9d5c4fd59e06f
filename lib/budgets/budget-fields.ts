import * as z from 'zod/mini';
import { idParameter } from '../id.ts';
import { problem } from '../problem.ts';
import { inThousandths, leaveDigitsOpen, requestedAmount } from '../requested-amount.ts';
import { changesOf, day, text } from '../schema.ts';

/** What a line adds to: the costs of its event, or its income. */
export const kind = z.enum(['expense', 'income'], { error: problem('invalid', 'must be expense or income') });

export const budgetFields = z.object({
  name: text({ min: 1, max: 255, trim: true }),
  category: text({ min: 0, max: 100, trim: true }),
  amount: requestedAmount,
  spent: requestedAmount,
  vendor: z.nullable(text({ min: 0, max: 100, trim: true })),
  note: z.nullable(text({ min: 0, max: 500 })),
  due_date: z.nullable(day),
  paid: z.nullable(z.boolean({ error: problem('invalid', 'must be true or false') })),
});

/** With amounts in thousandths, because the digits of their event are not known yet. */
const withThousandths = <Fields extends { amount?: number | undefined; spent?: number | undefined }>({
  amount,
  spent,
  ...fields
}: Fields) => ({
  ...fields,
  amounts: {
    ...(amount !== undefined && { amount: inThousandths(amount) }),
    ...(spent !== undefined && { spent: inThousandths(spent) }),
  },
});

/** The body of a create. */
export const newBudget = z
  .pipe(
    z
      .extend(z.partial(budgetFields), {
        name: budgetFields.shape.name,
        category: z._default(budgetFields.shape.category, ''),
        amount: budgetFields.shape.amount,
        spent: z._default(budgetFields.shape.spent, 0),
        kind: z.optional(kind),
      })
      .check(leaveDigitsOpen),
    z.transform(withThousandths),
  )
  .check(
    z.meta({
      id: 'NewBudget',
      examples: [{ name: 'Band', category: 'Music', amount: 800, spent: 950.5 }],
    }),
  );

/** The body of an update. Omitted fields keep their values, and `null` clears one. */
export const budgetChanges = z
  .pipe(changesOf(budgetFields).check(leaveDigitsOpen), z.transform(withThousandths))
  .check(z.meta({ id: 'BudgetChanges', examples: [{ amount: 900 }] }));

/** Path parameters of an event's budgets. */
export const budgetsParameters = z.object({ event_id: idParameter });

/** Path parameters of one budget. */
export const budgetParameters = z.extend(budgetsParameters, { id: idParameter });

export type NewBudget = z.output<typeof newBudget>;
export type BudgetChanges = z.output<typeof budgetChanges>;
