import { randomUUID } from 'node:crypto';
import * as z from 'zod/mini';
import { addIfRoom, removeIfPresent, updateIfPresent } from '../dynamodb/conditional-writes.ts';
import { getItem } from '../dynamodb/items.ts';
import { budgetPath, type EventReference, eventKey } from '../dynamodb/keys.ts';
import { LimitExceededError } from '../errors.ts';
import { nextId } from '../id.ts';
import { type Budget, type BudgetChanges, budgetMap, type NewBudget } from './budget.ts';

/** Keeps an event with usual names below DynamoDB's limit of 400 KB per item. */
export const MAX_BUDGETS = 500;

const eventItem = z.object({ budgets: budgetMap });

/**
 * Returns the new budget, or `undefined` if there is no such event. Throws {@link LimitExceededError} if the event is
 * full.
 */
export async function createBudget(event: EventReference, fields: NewBudget): Promise<Budget | undefined> {
  const id = nextId();
  const line = { ...fields, write_mark: randomUUID() };
  const limits = { max: MAX_BUDGETS, mark: 'write_mark' } as const;
  switch (await addIfRoom(eventKey(event), budgetPath(id), line, limits)) {
    case 'done':
      return { id, ...line };
    case 'missing':
      return undefined;
    case 'full':
      throw new LimitExceededError('budgets', `are full (maximum is ${MAX_BUDGETS} per event)`);
    case 'exists':
      // Another process used the same id.
      return createBudget(event, fields);
  }
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
  return updateIfPresent(eventKey(event), changes, budgetPath(id));
}

export async function deleteBudget(event: EventReference, id: number): Promise<'done' | 'missing'> {
  return removeIfPresent(eventKey(event), budgetPath(id));
}
