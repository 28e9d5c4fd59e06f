import * as z from 'zod/mini';
import { includeParameter } from '../lists/include.ts';
import { byNumber, byText, sortParameter } from '../lists/order.ts';
import type { Budget } from '../plan/budget.ts';
import { budgetCategory } from './fields.ts';

/** A budget's earliest due date, its own or a payment's. Letters follow digits, so what is never due comes last. */
const firstDueDate = (budget: Budget): string =>
  [budget, ...budget.payments].flatMap(({ due_date }) => due_date ?? []).sort()[0] ?? 'never';

export const budgetsQuery = z.object({
  category: z.optional(
    budgetCategory.check(
      z.meta({
        description: 'Budgets of exactly this category, such as `Music`; empty for those without one',
      }),
    ),
  ),
  sort: sortParameter<Budget>({
    name: byText(({ name }) => name),
    category: byText(({ category }) => category),
    amount: byNumber(({ amount_cents }) => amount_cents),
    spent: byNumber(({ spent_cents }) => spent_cents),
    due_date: byText(firstDueDate),
  }),
  include: includeParameter(
    ['times', 'event'],
    'What the list also has. `times`: `created_at` and `updated_at` of each budget. `event`: the event, as ' +
      '`GET /events/view/{id}` shows it',
    '. Each entry always has its version',
  ),
});

const READ_ALL = 'Read all budgets of the event, and pick those that you need';

/** Parameters of version 0.3. */
export const goneBudgetsParameters = { q: READ_ALL, vendor: READ_ALL, kind: READ_ALL, paid: READ_ALL };

export type BudgetsQuery = z.output<typeof budgetsQuery>;
