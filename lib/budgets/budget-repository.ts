import { randomUUID } from 'node:crypto';
import * as z from 'zod/mini';
import { removalOutcome } from '../dynamodb/conditional-writes.ts';
import { getItem } from '../dynamodb/items.ts';
import { budgetPath, type EventReference, eventKey, headPath } from '../dynamodb/keys.ts';
import { eventTooLarge, LimitExceededError } from '../errors.ts';
import { updateOf } from '../events/head.ts';
import { nextId } from '../id.ts';
import { problem } from '../problem.ts';
import { type Budget, type BudgetChanges, budgetMap, type NewBudget } from './budget.ts';

/** Keeps an event with usual names below DynamoDB's limit of 400 KB per item. */
export const MAX_BUDGETS = 500;

const eventFull = () =>
  new LimitExceededError('budgets', problem('full', `are full (maximum is ${MAX_BUDGETS} per event)`));

/** Why an event may take no further budget. */
export const createConflicts = [eventFull, eventTooLarge];

const eventItem = z.object({ budgets: budgetMap });

/**
 * Returns the new budget, or `undefined` if there is no such event. Throws {@link LimitExceededError} if the event is
 * full.
 */
export async function createBudget(event: EventReference, fields: NewBudget): Promise<Budget | undefined> {
  const budget = { id: nextId(), ...fields, write_mark: randomUUID() };
  const { id, ...line } = budget;
  const failure = await updateOf(event)
    .set(budgetPath(id), line)
    .increase(headPath('budgets_count'), 1)
    .increase(headPath('planned_added'), line.amount_cents)
    .increase(headPath('spent_added'), line.spent_cents)
    .ifExists(['PK'])
    .ifAbsent(budgetPath(id))
    .ifBelow(headPath('budgets_count'), MAX_BUDGETS)
    .send({ returnItem: true });
  if (!failure) return budget;
  if (!failure.item) return undefined;
  const existing = eventItem.parse(failure.item).budgets.find((other) => other.id === id);
  if (!existing) throw eventFull();
  // The mark tells a retried write whose response was lost; any other budget is another process's, with the same id.
  return existing.write_mark === line.write_mark ? budget : createBudget(event, fields);
}

/** The budgets of an event, oldest first; `undefined` if there is no such event. */
export async function listBudgets(event: EventReference): Promise<Budget[] | undefined> {
  const item = await getItem(eventKey(event));
  return item && eventItem.parse(item).budgets;
}

export async function getBudget(event: EventReference, id: number): Promise<Budget | undefined> {
  const budgets = await listBudgets(event);
  return budgets?.find((budget) => budget.id === id);
}

export async function updateBudget(
  event: EventReference,
  id: number,
  changes: BudgetChanges,
): Promise<'done' | 'missing'> {
  const update = updateOf(event).ifExists(budgetPath(id));
  for (const [name, value] of Object.entries(changes)) update.set([...budgetPath(id), name], value);
  for (const { sum, name } of SUMS) {
    const amount = changes[name];
    if (amount === undefined) continue;
    update.increase(headPath(`${sum}_added`), amount);
    update.increase(headPath(`${sum}_removed`), [...budgetPath(id), name]);
  }
  return (await update.send()) ? 'missing' : 'done';
}

export async function deleteBudget(event: EventReference, id: number): Promise<'done' | 'missing'> {
  const update = updateOf(event)
    .remove(budgetPath(id))
    .increase(headPath('budgets_count'), -1)
    .ifExists(budgetPath(id));
  for (const { sum, name } of SUMS) update.increase(headPath(`${sum}_removed`), [...budgetPath(id), name]);
  return removalOutcome(await update.send());
}

/** The sums in an event's head, and the amount of a budget that each adds up. */
const SUMS = [
  { sum: 'planned', name: 'amount_cents' },
  { sum: 'spent', name: 'spent_cents' },
] as const;
