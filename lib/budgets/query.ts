import * as z from 'zod/mini';
import { type Budget, kind } from '../events/budget.ts';
import { flagParameter } from '../lists/flag.ts';
import { includeParameter } from '../lists/include.ts';
import { byNumber, byText, sortParameter } from '../lists/order.ts';
import { searchParameter } from '../lists/search.ts';
import { budgetResponse } from './response.ts';

export const budgetsQuery = z.object({
  category: z.optional(
    budgetResponse.shape.category.check(
      z.meta({ description: 'Budgets of exactly this category, such as `Music`' }),
    ),
  ),
  q: searchParameter(
    'Budgets whose name contains this text, such as `band`. Case and accents make no difference',
  ),
  kind: z.optional(kind.check(z.meta({ description: 'Only `expense` or only `income`' }))),
  paid: flagParameter('`true` for paid budgets only, `false` for all others'),
  sort: sortParameter<Budget>({
    name: byText(({ name }) => name),
    category: byText(({ category }) => category),
    amount: byNumber(({ amount_cents }) => amount_cents),
    spent: byNumber(({ spent_cents }) => spent_cents),
  }),
  include: includeParameter(['version'], '`version` adds its `version` to each budget'),
});

export type BudgetsQuery = z.output<typeof budgetsQuery>;
