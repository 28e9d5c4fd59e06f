import * as z from 'zod/mini';
import { flagParameter } from '../lists/flag.ts';
import { type Budget, kind, sumOf } from '../plan/budget.ts';

/** Parameters that select budgets, of one event or of all. */
export const budgetFilters = {
  kind: z.optional(
    kind.check(
      z.meta({ description: 'Only `expense` or only `income`. A budget without a `kind` is an expense' }),
    ),
  ),
  paid: flagParameter(
    '`true` for paid ones only, `false` for all others. A budget is paid if its `paid` is `true`, or if all its ' +
      'payments are paid and leave nothing `unscheduled`',
  ),
};

/** Undefined ones select every budget. */
type BudgetFilters = Pick<Budget, 'kind' | 'paid'>;

/** Whether nothing of a budget is left to pay: as it says, or as its payments say. */
export const isPaid = ({ paid = false, payments, amount_cents }: Budget): boolean =>
  payments.length === 0
    ? paid
    : payments.every(({ paid_on }) => paid_on !== undefined) && sumOf(payments) >= amount_cents;

export const isSelected = (budget: BudgetFilters, { kind, paid }: BudgetFilters): boolean =>
  (kind === undefined || (budget.kind ?? 'expense') === kind) &&
  (paid === undefined || (budget.paid ?? false) === paid);
