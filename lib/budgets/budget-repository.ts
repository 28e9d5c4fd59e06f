import { randomUUID } from 'node:crypto';
import * as z from 'zod/mini';
import { getItem } from '../dynamodb/client.ts';
import { addIfRoom, removeIfPresent, updateIfPresent } from '../dynamodb/conditions.ts';
import { budgetAttribute, eventKey } from '../dynamodb/keys.ts';
import { LimitExceededError } from '../errors.ts';
import { nextId } from '../id.ts';
import { type Budget, type BudgetChanges, budgetMap, type NewBudget } from './budget.ts';

/** Far below DynamoDB's 400 KB for the event's item. */
export const MAX_BUDGETS = 500;

const eventItem = z.object({ budgets: budgetMap });

/** The stored line; `undefined` where the account has no such event. Throws {@link LimitExceededError}. */
export async function createBudget(
  accountId: string,
  eventId: number,
  fields: NewBudget,
): Promise<Budget | undefined> {
  const key = eventKey(accountId, eventId);
  const id = nextId();
  const line = { ...fields, write_mark: randomUUID() };
  if (await addIfRoom(key, budgetAttribute(id), line, MAX_BUDGETS)) return { id, ...line };
  const item = await getItem(key);
  if (!item) return undefined;
  const { budgets } = eventItem.parse(item);
  const met = budgets.find((budget) => budget.write_mark === line.write_mark);
  if (met) return met;
  if (budgets.length >= MAX_BUDGETS) {
    throw new LimitExceededError('budgets', `are full (maximum is ${MAX_BUDGETS} an event)`);
  }
  // Another process had the same id, or there was no room a moment ago.
  return createBudget(accountId, eventId, fields);
}

/** False where the account has no such event, or the event no such budget. */
export async function updateBudget(
  accountId: string,
  eventId: number,
  id: number,
  changes: BudgetChanges,
): Promise<boolean> {
  return updateIfPresent(eventKey(accountId, eventId), changes, budgetAttribute(id));
}

/** False where the account has no such event, or the event no such budget. */
export async function deleteBudget(accountId: string, eventId: number, id: number): Promise<boolean> {
  return removeIfPresent(eventKey(accountId, eventId), budgetAttribute(id));
}
