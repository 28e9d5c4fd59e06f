import * as z from 'zod/mini';
import { getItem } from '../dynamodb/items.ts';
import { budgetPath, eventKey, headPath } from '../dynamodb/keys.ts';
import { eventTooLarge, IdTakenError, LimitExceededError } from '../errors.ts';
import { EventWrite, newMark, versionPath, type WriteOutcome } from '../events/event-write.ts';
import { type EventAccess, isAllowed, memberMap } from '../events/roles.ts';
import { nextId } from '../id.ts';
import type { ClaimedId } from '../idempotency/claimed-id.ts';
import { problem } from '../problem.ts';
import { type Budget, type BudgetChanges, budgetMap, FIRST_VERSION, type NewBudget } from './budget.ts';

/** Keeps an event with usual names below DynamoDB's limit of 400 KB per item. */
export const MAX_BUDGETS = 500;

const eventFull = () =>
  new LimitExceededError('budgets', problem('full', `are full (maximum is ${MAX_BUDGETS} per event)`));

/** Why a budget may not fit into its event. */
export const createConflicts = [eventFull, eventTooLarge];

const eventItem = z.object({
  head: z.object({ version: z.int(), roles: memberMap }),
  budgets: budgetMap,
});

/**
 * Adds a budget if the event has one of these versions, or any if undefined. Throws {@link LimitExceededError} if the
 * event is full, and {@link IdTakenError} if another budget has the claimed id.
 */
export async function createBudget(
  event: EventAccess,
  fields: NewBudget,
  versions?: number[],
  claim?: ClaimedId,
): Promise<Budget | 'missing' | 'changed' | 'forbidden'> {
  const { id: newId, mark } = claim ?? { id: nextId(), mark: newMark() };
  const budget = { id: newId, ...fields, version: FIRST_VERSION, write_mark: mark };
  const { id, ...line } = budget;
  const outcome = await new EventWrite(event)
    .set(budgetPath(id), line)
    .increase(headPath('budgets_count'), 1)
    .increase(headPath('planned_added'), line.amount_cents)
    .increase(headPath('spent_added'), line.spent_cents)
    .ifAbsent(budgetPath(id))
    .ifBelow(headPath('budgets_count'), MAX_BUDGETS)
    .sendIf(versionPath, versions, (item, isCurrent) => {
      const existing = eventItem.parse(item).budgets.find((other) => other.id === id);
      if (existing) return existing.write_mark === mark ? 'created' : 'id taken';
      if (isCurrent) throw eventFull();
      return undefined;
    });
  if (typeof outcome === 'object' || outcome === 'created') return budget;
  if (outcome !== 'id taken') return outcome;
  // Another process may have used the same id in the same millisecond.
  if (claim) throw new IdTakenError();
  return createBudget(event, fields, versions);
}

/** The version of an event and its budgets, oldest first; `undefined` if there is no such event. */
export async function listBudgets(event: EventAccess) {
  const item = await getItem(eventKey(event));
  // The tombstone of a deleted event has no head.
  if (item?.['head'] === undefined) return undefined;
  const { head, budgets } = eventItem.parse(item);
  return isAllowed(event, head.roles) ? { version: head.version, budgets } : undefined;
}

export async function getBudget(event: EventAccess, id: number): Promise<Budget | undefined> {
  const found = await listBudgets(event);
  return found?.budgets.find((budget) => budget.id === id);
}

/** Updates a budget if it has one of these versions, or any if undefined. */
export async function updateBudget(
  event: EventAccess,
  id: number,
  changes: BudgetChanges,
  versions?: number[],
): Promise<WriteOutcome> {
  const version = budgetVersionPath(id);
  // The event's new version, which a retry knows even if the first response was lost.
  const write = new EventWrite(event).setToSum(version, versionPath, 1);
  for (const [name, value] of Object.entries(changes)) write.set([...budgetPath(id), name], value);
  for (const { sum, name } of SUMS) {
    const amount = changes[name];
    if (amount === undefined) continue;
    write.increase(headPath(`${sum}_added`), amount);
    write.increase(headPath(`${sum}_removed`), [...budgetPath(id), name]);
  }
  return write.sendIf(version, versions);
}

/** Deletes a budget if it has one of these versions, or any if undefined. */
export async function deleteBudget(
  event: EventAccess,
  id: number,
  versions?: number[],
): Promise<'done' | 'gone' | 'missing' | 'changed' | 'forbidden'> {
  const write = new EventWrite(event).remove(budgetPath(id)).increase(headPath('budgets_count'), -1);
  for (const { sum, name } of SUMS) write.increase(headPath(`${sum}_removed`), [...budgetPath(id), name]);
  const outcome = await write.sendIf(budgetVersionPath(id), versions);
  if (typeof outcome === 'object') return 'done';
  if (outcome !== 'missing' || !write.resent) return outcome;
  // An earlier attempt may have removed it.
  return write.foundNoEvent ? 'gone' : 'done';
}

const budgetVersionPath = (id: number) => [...budgetPath(id), 'version'];

/** The sums in an event's head, and the amount of a budget that each adds up. */
const SUMS = [
  { sum: 'planned', name: 'amount_cents' },
  { sum: 'spent', name: 'spent_cents' },
] as const;
