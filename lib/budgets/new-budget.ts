import { type Budget, FIRST_BUDGET_VERSION } from '../plan/budget.ts';
import type { AmountTerms } from './amounts.ts';
import type { NewBudget } from './request.ts';
import { changedBudget } from './update-budget.ts';

/** The budget that a body makes in an event: a change of an empty one. Throws `invalid` if its amounts don't fit. */
export const newBudgetOf = (body: NewBudget, context: AmountTerms, id: number): Budget =>
  changedBudget(
    {
      ...{ id, name: '', category: '', kind: body.kind, amount_cents: 0, spent_cents: 0 },
      ...{ digits: context.digits, version: FIRST_BUDGET_VERSION, payments: [] },
    },
    body,
    context,
  );
