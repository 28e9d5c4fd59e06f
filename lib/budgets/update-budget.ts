import { RequestedAmounts } from '../money/amount.ts';
import { withNewTexts } from '../new-text.ts';
import type { Budget } from '../plan/budget.ts';
import type { Event } from '../plan/event.ts';
import { changedPlainFields } from '../plan/plain-fields.ts';
import { type Complete, changedBy } from '../schema.ts';
import { type AmountTerms, FINER_PRICE, productIn, requireDerived, UNIT_MISSING } from './amounts.ts';
import { newBudgetTexts } from './fields.ts';
import type { BudgetChanges } from './request.ts';

/** The budget after changes of it. Throws `invalid` if they don't fit. */
export function changedBudget(before: Budget, sent: BudgetChanges, context: AmountTerms): Budget {
  const changes = withNewTexts(newBudgetTexts, sent, before);
  const amounts = new RequestedAmounts(context.digits);
  const amount = amounts.toMinorUnits('amount', changes.amount);
  const spent = amounts.toMinorUnits('spent', changes.spent);
  const unit = amounts.toMinorUnits('unit_amount', changes.unit_amount, FINER_PRICE);
  const unit_cents = changedBy(unit, before.unit_cents);
  const estimate = amounts.toMinorUnits('estimate', changes.estimate);
  amounts.requireValid();
  const price = unit_cents !== undefined && {
    unit_cents,
    quantity: changedBy(changes.quantity, before.quantity),
    per_guest: changedBy(changes.per_guest, before.per_guest),
  };
  if (!price && (changes.quantity || changes.per_guest)) amounts.add('unit_amount', UNIT_MISSING);
  const amount_cents = price ? productIn(amounts, price, context, amount) : (amount ?? before.amount_cents);
  if (before.payments.length > 0) requireDerived(amounts, 'spent', spent, before.spent_cents, context.digits);
  amounts.requireValid();
  const { id, digits, kind, payments, version, updated_at } = before;
  return {
    id,
    digits,
    kind,
    payments,
    version,
    updated_at,
    unit_cents: undefined,
    quantity: undefined,
    per_guest: undefined,
    ...price,
    name: changes.name ?? before.name,
    category: changes.category ?? before.category,
    amount_cents,
    spent_cents: spent ?? before.spent_cents,
    estimate_cents: changedBy(estimate, before.estimate_cents),
    ...changedPlainFields(changes, before),
  } satisfies Complete<Budget>;
}

/** Returns the same event if nothing changes. */
export function withEstimates(event: Event, replace: boolean): Event {
  const budgets = event.budgets.map((budget) => {
    const { amount_cents, estimate_cents } = budget;
    const keepsEstimate = estimate_cents !== undefined && (!replace || estimate_cents === amount_cents);
    return keepsEstimate ? budget : { ...budget, estimate_cents: amount_cents };
  });
  const isSame = budgets.every((budget, place) => budget === event.budgets[place]);
  return isSame ? event : { ...event, budgets };
}
