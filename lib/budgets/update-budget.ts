import { RequestedAmounts } from '../money/amount.ts';
import { withNewTexts } from '../new-text.ts';
import type { Budget } from '../plan/budget.ts';
import { changedKept } from '../plan/kept-fields.ts';
import { type Complete, changedBy } from '../schema.ts';
import { type AmountTerms, DERIVED, OF_PAYMENTS, productIn, UNIT_MISSING } from './amounts.ts';
import { newBudgetTexts } from './fields.ts';
import type { BudgetChanges } from './request.ts';

/** Amounts that a row of a file has beside what they follow from. */
type DerivedAmounts = Pick<BudgetChanges, 'amount' | 'spent'>;

/** The budget after changes of it. Throws `InvalidFieldsError` if they don't fit, or if a derived amount isn't right. */
export function changedBudget(
  before: Budget,
  sent: BudgetChanges,
  terms: AmountTerms,
  derived: DerivedAmounts = {},
): Budget {
  const changes = withNewTexts(newBudgetTexts, sent, before);
  const amounts = new RequestedAmounts(terms.digits);
  const amount = amounts.toMinorUnits('amount', changes.amount);
  const spent = amounts.toMinorUnits('spent', changes.spent);
  const unit_cents = changedBy(amounts.toMinorUnits('unit_amount', changes.unit_amount), before.unit_cents);
  const estimate = amounts.toMinorUnits('estimate', changes.estimate);
  const derivedAmount = amounts.toMinorUnits('amount', derived.amount);
  const derivedSpent = amounts.toMinorUnits('spent', derived.spent);
  amounts.requireValid();
  const isOfUnits = unit_cents !== undefined;
  requireFitting(amounts, before, changes, isOfUnits);
  const price = isOfUnits && {
    unit_cents,
    quantity: changedBy(changes.quantity, before.quantity),
    per_guest: changedBy(changes.per_guest, before.per_guest),
  };
  const amount_cents = price
    ? productIn(amounts, price, terms, derivedAmount)
    : (amount ?? before.amount_cents);
  if (derivedSpent !== undefined && derivedSpent !== before.spent_cents) amounts.add('spent', OF_PAYMENTS);
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
    ...changedKept(changes, before),
  } satisfies Complete<Budget>;
}

/** Adds a problem for each change of what follows from others, or of what the budget doesn't have. */
function requireFitting(
  amounts: RequestedAmounts,
  { payments }: Budget,
  { amount, spent, quantity, per_guest, due_date, paid }: BudgetChanges,
  isOfUnits: boolean,
): void {
  if (isOfUnits && amount !== undefined) amounts.add('amount', DERIVED);
  if (!isOfUnits && (quantity || per_guest)) amounts.add('unit_amount', UNIT_MISSING);
  const ofPayments = payments.length > 0 ? { spent, due_date, paid } : {};
  for (const [field, value] of Object.entries(ofPayments)) {
    if ((value ?? undefined) !== undefined) amounts.add(field, OF_PAYMENTS);
  }
  amounts.requireValid();
}
