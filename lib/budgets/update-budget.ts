import { assumedDigits, digitsOf } from '../amount.ts';
import { budgetPath, headPath } from '../dynamodb/keys.ts';
import { eventTooLarge } from '../errors.ts';
import { EventWrite, versionPath, type WriteOutcome } from '../events/event-write.ts';
import type { EventAccess } from '../events/roles.ts';
import type { BudgetChanges } from './budget-fields.ts';
import { budgetVersionPath } from './budget-repository.ts';
import { type AmountTerms, lineChanges, plannedEvent, SUMS } from './line.ts';

/** Why an event may not take changes of a budget. */
export const updateConflicts = [eventTooLarge];

/**
 * Updates a budget if it has one of these versions, or any if undefined. Assumes the digits of its event and that it is an
 * expense, as conditions of the write. If it fails for these, it is sent again with what the event has.
 */
export async function updateBudget(
  event: EventAccess,
  id: number,
  changes: BudgetChanges,
  versions?: number[],
  terms: AmountTerms = { digits: assumedDigits(changes.amounts), kind: 'expense' },
): Promise<WriteOutcome | 'no event'> {
  const write = updateOf(event, id, changes, terms);
  const outcome = await write.sendIf(budgetVersionPath(id), versions, (item, isCurrent) => {
    const { head, budgets } = plannedEvent.parse(item);
    const { kind = 'expense' } = budgets.find((budget) => budget.id === id) ?? {};
    const found = { digits: digitsOf(head), kind };
    const isOther = found.digits !== terms.digits || found.kind !== terms.kind;
    return isCurrent && isOther ? found : undefined;
  });
  if (outcome === 'missing' && write.foundNoEvent) return 'no event';
  if (typeof outcome === 'string' || 'version' in outcome) return outcome;
  return updateBudget(event, id, changes, versions, outcome);
}

function updateOf(event: EventAccess, id: number, changes: BudgetChanges, terms: AmountTerms): EventWrite {
  const line = budgetPath(id);
  // The event's new version, which a retry knows even if the first response was lost.
  const write = new EventWrite(event).setToSum(budgetVersionPath(id), versionPath, 1);
  const stored: Record<string, unknown> = lineChanges(changes, terms);
  for (const [name, value] of Object.entries(stored)) {
    if (value === null) write.remove([...line, name]);
    else if (value !== undefined) write.set([...line, name], value);
  }
  for (const { sum, of } of SUMS) {
    const added = stored[of];
    if (typeof added !== 'number') continue;
    write.add(headPath(`${sum}_added`), added).add(headPath(`${sum}_removed`), [...line, of]);
  }
  // Without amounts, neither the digits nor the kind matter.
  if (Object.keys(changes.amounts).length === 0) return write;
  const income = [...line, 'income_cents'];
  write.ifDigits(terms.digits, changes.amounts);
  return terms.kind === 'income' ? write.ifExists(income) : write.ifAbsent(income);
}
