import * as z from 'zod/mini';
import { day } from '../day.ts';
import { kind } from '../events/budget.ts';
import { inThousandths, requestedAmount } from '../money/request.ts';
import { problem } from '../problem.ts';
import { changesOf, text } from '../schema.ts';
import { budgetResponse, vendor } from './response.ts';

const budgetFields = z.object({
  name: budgetResponse.shape.name,
  category: budgetResponse.shape.category,
  amount: requestedAmount,
  spent: requestedAmount,
  vendor: z.nullable(vendor),
  note: z.nullable(text({ min: 0, max: 500 })),
  due_date: z.nullable(day),
  paid: z.nullable(z.boolean({ error: problem('invalid', 'must be true or false') })),
});

/** With amounts in thousandths, because the digits of their event are not known yet. */
const amountsInThousandths = <Fields extends { amount?: number | undefined; spent?: number | undefined }>({
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

export const newBudget = z
  .pipe(
    z.extend(z.partial(budgetFields), {
      name: budgetFields.shape.name,
      category: z._default(budgetFields.shape.category, ''),
      amount: budgetFields.shape.amount,
      spent: z._default(budgetFields.shape.spent, 0),
      kind: z.optional(kind),
    }),
    z.transform(amountsInThousandths),
  )
  .check(
    z.meta({
      id: 'BudgetInput',
      examples: [
        { name: 'Band', category: 'Music', amount: 800, spent: 950.5 },
        { name: 'Hall', amount: 2_000, vendor: 'Ada & Co.', due_date: '2027-06-30', paid: false },
        { name: 'Tickets', kind: 'income', amount: 3_000 },
      ],
    }),
  );

/** Omitted fields keep their values, and `null` clears one. */
export const budgetChanges = z
  .pipe(changesOf(budgetFields), z.transform(amountsInThousandths))
  .check(z.meta({ id: 'BudgetChanges', examples: [{ amount: 900 }, { paid: true, note: null }] }));

export type NewBudget = z.output<typeof newBudget>;
export type BudgetChanges = z.output<typeof budgetChanges>;
