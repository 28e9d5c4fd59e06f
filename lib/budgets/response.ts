import * as z from 'zod/mini';
import { DEFAULT_DIGITS, type Digits } from '../money/amount.ts';
import { amountResponse, toAmount } from '../money/response.ts';
import { day } from '../day.ts';
import { ifSet } from '../events/totals.ts';
import { type Budget, FIRST_BUDGET_VERSION, kind } from '../events/budget.ts';
import { idResponse } from '../id.ts';
import { text } from '../schema.ts';
import type { NewBudget } from './request.ts';
import { newBudgetOf } from './new-budget.ts';
import type { budgetsParameters } from './parameters.ts';

/** The texts of every budget. */
export const budgetTexts = z.object({
  name: text({ min: 1, max: 255, trim: true }),
  category: text({ min: 0, max: 100, trim: true }),
});

/** Schema of a budget in a response. */
export const budgetResponse = z
  .object({
    id: idResponse,
    name: budgetTexts.shape.name,
    category: budgetTexts.shape.category,
    amount: amountResponse,
    spent: amountResponse,
    kind: ifSet(kind, 'Only if it was given; a budget without it is an expense'),
    vendor: ifSet(text({ min: 0, max: 100 }), 'Only if it was given'),
    note: ifSet(text({ min: 0, max: 500 }), 'Only if it was given'),
    due_date: ifSet(day, 'Only if it was given'),
    paid: ifSet(z.boolean(), 'Only if it was given'),
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
  digits,
  amount_cents,
  spent_cents,
  kind,
  vendor,
  note,
  due_date,
  paid,
}: Budget) => ({
  id,
  name,
  category,
  amount: toAmount(amount_cents, digits),
  spent: toAmount(spent_cents, digits),
  // JSON leaves out those that are undefined.
  ...{ kind, vendor, note, due_date, paid },
});

/** The result of a create. A response to a repeated request is made of its body, as the first one was. */
export const toCreated = (
  { path: { event_id }, body }: { path: z.output<typeof budgetsParameters>; body: NewBudget },
  { id, digits = DEFAULT_DIGITS }: { id: number; digits?: Digits | undefined },
) => ({
  location: `/events/${event_id}/budgets/view/${id}`,
  version: FIRST_BUDGET_VERSION,
  body: { data: toBudgetResponse(newBudgetOf(body, { id, digits, write_mark: '' })) },
});
