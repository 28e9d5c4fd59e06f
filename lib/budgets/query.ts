import * as z from 'zod/mini';
import { includeParameter } from '../lists/include.ts';
import { byNumber, byText, sortParameter } from '../lists/order.ts';
import { searchParameter } from '../lists/search.ts';
import type { Budget } from '../plan/budget.ts';
import { KEPT } from '../plan/kept-fields.ts';
import { budgetCategory } from './fields.ts';
import { kindFilter } from './filters.ts';

/** A budget's earliest due date, its own or a payment's. Letters follow digits, so what is never due comes last. */
const firstDueDate = (budget: Budget): string =>
  [budget, ...budget.payments].flatMap(({ due_date }) => due_date ?? []).sort()[0] ?? 'never';

export const budgetsQuery = z.object({
  category: z.optional(
    budgetCategory.rule.check(
      z.meta({
        description: 'Budgets of exactly this category, such as `Music`; empty for those without one',
      }),
    ),
  ),
  vendor: z.optional(
    KEPT.vendor.rule.check(
      z.meta({
        description: 'Budgets of exactly this vendor, such as `Ada & Co.`; empty for those without one',
      }),
    ),
  ),
  q: searchParameter(
    'Budgets whose name, vendor, category or note contains this text, such as `band`. Case and accents make no difference',
  ),
  kind: kindFilter,
  sort: sortParameter<Budget>({
    name: byText(({ name }) => name),
    category: byText(({ category }) => category),
    amount: byNumber(({ amount_cents }) => amount_cents),
    spent: byNumber(({ spent_cents }) => spent_cents),
    due_date: byText(firstDueDate),
  }),
  include: includeParameter(
    ['version', 'times', 'event'],
    'What the list also has. `version`: the `version` of each budget. `times`: its `created_at` and `updated_at`. ' +
      '`event`: the event, as `GET /events/view/{id}` shows it',
  ),
});

export type BudgetsQuery = z.output<typeof budgetsQuery>;
