import { assumedDigits, DEFAULT_DIGITS, type Digits, minorUnits, requireDigits } from '../money/amount.ts';
import { exists, isAbsent } from '../dynamodb/conditions.ts';
import { budgetPath, budgetVersionPath, headPath, versionPath } from '../dynamodb/keys.ts';
import { eventTooLarge, NotFoundError } from '../errors.ts';
import { type Kind, SUMS } from '../events/budget.ts';
import { eventIn } from '../events/event.ts';
import { EventUpdate, type Target } from '../events/event-update.ts';
import { requireAmounts } from '../events/read-event.ts';
import { versionOf, writeEvent } from '../events/write-event.ts';
import type { BudgetChanges } from './request.ts';

/** Why an event may not take changes of a budget. */
export const updateConflicts = [eventTooLarge];

export const noBudget = (): NotFoundError => new NotFoundError('There is no such budget');

/** What decides how a budget's amounts are stored. */
interface AmountTerms {
  digits: Digits;
  kind: Kind;
}

/** Updates a budget if it has one of these versions, or any if undefined. Throws a `RefusalError`. */
export async function updateBudget(
  callerId: string,
  { event_id, id }: { event_id: number; id: number },
  changes: BudgetChanges,
  versions?: number[],
): Promise<{ version: number }> {
  await requireAmounts('budgetsUpdate', callerId, event_id, changes.amounts);
  const written = await writeEvent('budgetsUpdate', callerId, event_id, {
    parse: eventIn,
    // Assumes an expense.
    decide: (target, event) => {
      const { kind = 'expense' } = event?.budgets.find((budget) => budget.id === id) ?? {};
      const digits = event?.digits ?? assumedDigits(changes.amounts);
      const update = updateOf(target, id, changes, { digits, kind });
      return { changes: [update.requireVersion(budgetVersionPath(id), versions)], result: undefined };
    },
    checkWithoutEvent: () => requireDigits(changes.amounts, DEFAULT_DIGITS),
  });
  return { version: versionOf(written) };
}

function updateOf(target: Target, id: number, changes: BudgetChanges, terms: AmountTerms): EventUpdate {
  const path = budgetPath(id);
  const update = new EventUpdate(target)
    .require(exists(budgetVersionPath(id)), noBudget)
    // The event's new version, which a resend knows even if the first response was lost.
    .setToSum(budgetVersionPath(id), versionPath, 1);
  const stored: Record<string, unknown> = storedChanges(changes, terms);
  for (const [name, value] of Object.entries(stored)) {
    if (value === null) update.remove([...path, name]);
    else if (value !== undefined) update.set([...path, name], value);
  }
  for (const { sum, of } of SUMS) {
    const added = stored[of];
    if (typeof added !== 'number') continue;
    update.add(headPath(`${sum}_added`), added).add(headPath(`${sum}_removed`), [...path, of]);
  }
  // Without amounts, neither the digits nor the kind matter.
  if (Object.keys(changes.amounts).length === 0) return update;
  const income = [...path, 'income_cents'];
  return update
    .assumeDigits(terms.digits)
    .require(terms.kind === 'income' ? exists(income) : isAbsent(income));
}

/** The attributes that an update changes: those that aren't undefined. `null` removes one. */
function storedChanges({ amounts, ...fields }: BudgetChanges, { digits, kind }: AmountTerms) {
  requireDigits(amounts, digits);
  const inUnits = (thousandths?: number) =>
    thousandths === undefined ? undefined : minorUnits(thousandths, digits);
  const [amount, spent] = [inUnits(amounts.amount), inUnits(amounts.spent)];
  return {
    ...fields,
    ...(kind === 'income'
      ? { income_cents: amount, received_cents: spent }
      : { amount_cents: amount, spent_cents: spent }),
    due: fields.due_date === undefined ? undefined : Number(fields.due_date !== null),
  };
}
