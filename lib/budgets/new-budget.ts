import { RequestedAmounts } from '../money/amount.ts';
import { withNewTexts } from '../new-text.ts';
import { type Budget, FIRST_BUDGET_VERSION } from '../plan/budget.ts';
import { changedPlainFields } from '../plan/plain-fields.ts';
import type { Complete } from '../schema.ts';
import { type AmountTerms, productIn, unitCentsIn } from './amounts.ts';
import { newBudgetTexts } from './fields.ts';
import type { NewBudget } from './request.ts';

/** The budget that a body makes in an event. Throws `invalid` if its amounts don't fit. */
export function newBudgetOf(sentBody: NewBudget, context: AmountTerms, id: number): Budget {
  const body = withNewTexts(newBudgetTexts, sentBody);
  const amounts = new RequestedAmounts(context.digits);
  const sent = amounts.toMinorUnits('amount', body.amount);
  const spent_cents = amounts.toMinorUnits('spent', body.spent);
  const unit_cents = unitCentsIn(amounts, body.unit_amount) ?? undefined;
  const estimate_cents = amounts.toMinorUnits('estimate', body.estimate);
  amounts.requireValid();
  const { name, category, kind, quantity, per_guest } = body;
  const price = unit_cents === undefined ? undefined : { unit_cents, quantity, per_guest };
  const amount_cents = price ? productIn(amounts, price, context, sent) : (sent ?? 0);
  amounts.requireValid();
  return {
    id,
    digits: context.digits,
    version: FIRST_BUDGET_VERSION,
    updated_at: undefined,
    name,
    category,
    kind,
    amount_cents,
    spent_cents,
    unit_cents,
    // `null` is the same as nothing.
    quantity: quantity ?? undefined,
    per_guest: price && (per_guest ?? undefined),
    estimate_cents: estimate_cents ?? undefined,
    ...changedPlainFields(body),
    payments: [],
  } satisfies Complete<Budget>;
}
