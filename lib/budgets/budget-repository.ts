import { assumedDigits, digitsOf } from '../amount.ts';
import { budgetPath, headPath } from '../dynamodb/keys.ts';
import { IdTakenError, LimitExceededError } from '../errors.ts';
import { EventWrite, newMark, versionPath } from '../events/event-write.ts';
import type { EventAccess } from '../events/roles.ts';
import { readWhole } from '../events/whole-event.ts';
import { nextId } from '../id.ts';
import type { ClaimedId } from '../idempotency/claimed-id.ts';
import { problem } from '../problem.ts';
import type { NewBudget } from './budget-fields.ts';
import { addedBy, type Budget, budgetOf, newLine, plannedEvent, SUMS } from './line.ts';

/** Keeps an event with usual names below DynamoDB's limit of 400 KB per item. */
export const MAX_BUDGETS = 500;

export const eventFull = () =>
  new LimitExceededError('budgets', problem('full', `are full (maximum is ${MAX_BUDGETS} per event)`));

/**
 * Adds a budget if the event has one of these versions, or any if undefined. Assumes the digits of the event's currency.
 * Throws {@link LimitExceededError} if the event is full, and {@link IdTakenError} if another budget has the claimed id.
 */
export async function createBudget(
  event: EventAccess,
  fields: NewBudget,
  versions?: number[],
  claim?: ClaimedId,
  digits = assumedDigits(fields.amounts),
): Promise<Budget | 'no event' | 'changed' | 'forbidden'> {
  const { id, mark } = claim ?? { id: nextId(), mark: newMark() };
  const line = newLine(fields, digits, mark);
  const write = new EventWrite(event)
    .set(budgetPath(id), line)
    .increase(headPath('budgets_count'), 1)
    .ifAbsent(budgetPath(id))
    .ifBelow(headPath('budgets_count'), MAX_BUDGETS)
    .ifDigits(digits, fields.amounts);
  for (const [name, added] of addedBy([line])) write.add(headPath(name), added);
  const outcome = await write.sendIf(versionPath, versions, (item, isCurrent) => {
    const existing = plannedEvent.parse(item).budgets.find((other) => other.id === id);
    if (existing) return existing.write_mark === mark ? 'created' : 'id taken';
    if (!isCurrent) return undefined;
    return write.otherDigits(item) ?? 'full';
  });
  if (outcome === 'missing') return 'no event';
  if (outcome === 'changed' || outcome === 'forbidden') return outcome;
  if (outcome === 'full') throw eventFull();
  // Another process may have used the same id in the same millisecond.
  if (outcome === 'id taken' && claim) throw new IdTakenError();
  if (outcome === 'id taken') return createBudget(event, fields, versions, claim, digits);
  if (outcome === 'created' || 'version' in outcome) return budgetOf(id, line, digits);
  return createBudget(event, fields, versions, claim, outcome.digits);
}

/** The head and budgets of an event; `undefined` if there is no such event. */
export const getPlan = (event: EventAccess) => readWhole(event, plannedEvent);

/** The version, name, budgets and limit of an event; `undefined` if there is no such event. */
export async function listBudgets(event: EventAccess) {
  const { head, budgets } = (await getPlan(event)) ?? {};
  if (!head || !budgets) return undefined;
  const { version, name, limit_cents } = head;
  const limit = limit_cents !== undefined && { limit_cents };
  return { version, name, digits: digitsOf(head), budgets, ...limit };
}

export async function getBudget(event: EventAccess, id: number): Promise<Budget | undefined> {
  const found = await listBudgets(event);
  return found?.budgets.find((budget) => budget.id === id);
}

/** Deletes a budget if it has one of these versions, or any if undefined. */
export async function deleteBudget(
  event: EventAccess,
  id: number,
  versions?: number[],
): Promise<'done' | 'gone' | 'missing' | 'changed' | 'forbidden'> {
  const write = new EventWrite(event).remove(budgetPath(id)).increase(headPath('budgets_count'), -1);
  for (const { sum, of } of SUMS) write.add(headPath(`${sum}_removed`), [...budgetPath(id), of]);
  const outcome = await write.sendIf(budgetVersionPath(id), versions);
  if (typeof outcome === 'object') return 'done';
  if (outcome !== 'missing' || !write.resent) return outcome;
  // An earlier attempt may have removed it.
  return write.foundNoEvent ? 'gone' : 'done';
}

/** The path of a budget's version in its event's item. */
export const budgetVersionPath = (id: number) => [...budgetPath(id), 'version'];
