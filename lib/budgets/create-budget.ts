import type * as z from 'zod/mini';
import { assumedDigits, DEFAULT_DIGITS, requireDigits } from '../money/amount.ts';
import { isAbsent, isBelow } from '../dynamodb/conditions.ts';
import { budgetPath, headPath, versionPath } from '../dynamodb/keys.ts';
import { ConflictError, eventTooLarge } from '../errors.ts';
import { addedBy, type Budget, storedOf } from '../events/budget.ts';
import { eventIn } from '../events/event.ts';
import { EventUpdate, type Target } from '../events/event-update.ts';
import { requireAmounts } from '../events/read-event.ts';
import { writeEvent } from '../events/write-event.ts';
import { nextId } from '../id.ts';
import type { Claim } from '../idempotency/claim.ts';
import { problem } from '../problem.ts';
import type { NewBudget } from './request.ts';
import { newBudgetOf } from './new-budget.ts';
import type { budgetsParameters } from './parameters.ts';

/** Keeps an event with usual names below DynamoDB's limit of 400 KB per item. */
export const MAX_BUDGETS = 500;

export const eventFull = () =>
  new ConflictError('budgets', problem('full', `are full (maximum is ${MAX_BUDGETS} per event)`));

/** Why a budget may not fit into its event. */
export const createConflicts = [eventFull, eventTooLarge];

interface Creation {
  path: z.output<typeof budgetsParameters>;
  headers: { 'if-match'?: number[] | undefined };
  body: NewBudget;
}

/** Adds a budget to an event if it has one of the named versions, or any if none is named. Throws a `RefusalError`. */
export async function createBudget(
  callerId: string,
  { path, headers, body }: Creation,
  claim?: Claim,
): Promise<Budget> {
  await requireAmounts('budgetsCreate', callerId, path.event_id, body.amounts);
  let id = nextId();
  const { result } = await writeEvent('budgetsCreate', callerId, path.event_id, {
    parse: eventIn,
    decide: (target, event) => {
      const existing = event?.budgets.find((other) => other.id === id);
      // The event may have been written so often since that it doesn't remember this write.
      if (existing?.write_mark === target.mark) return { result: existing };
      // Another process may have used the same id in the same millisecond.
      if (existing) id = nextId();
      const digits = event?.digits ?? assumedDigits(body.amounts);
      const budget = newBudgetOf(body, { id, digits, write_mark: target.mark });
      const update = additionOf(target, [budget])
        .requireVersion(versionPath, headers['if-match'])
        .set(budgetPath(id), storedOf(budget))
        .require(isAbsent(budgetPath(id)))
        .assumeDigits(digits);
      return { changes: [update, ...(claim ? [claim({ id, digits })] : [])], result: budget };
    },
    checkWithoutEvent: () => requireDigits(body.amounts, DEFAULT_DIGITS),
  });
  return result;
}

/** Counts and adds up further budgets of an event, if they aren't too many. */
export function additionOf(target: Target, budgets: Budget[]): EventUpdate {
  const update = new EventUpdate(target)
    .increase(headPath('budgets_count'), budgets.length)
    .require(isBelow(headPath('budgets_count'), MAX_BUDGETS + 1 - budgets.length), eventFull);
  for (const [name, added] of addedBy(budgets.map(storedOf))) update.add(headPath(name), added);
  return update;
}
