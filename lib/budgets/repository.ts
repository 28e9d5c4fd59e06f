import type * as z from 'zod/mini';
import { exists, isAbsent, isBelow } from '../dynamodb/conditions.ts';
import { budgetPath, budgetVersionPath, headPath, versionPath } from '../dynamodb/keys.ts';
import { ConflictError, eventTooLarge, NotFoundError } from '../errors.ts';
import type { EventAccess, EventCaller } from '../events/access.ts';
import { addedBy, type Budget, SUMS, storedOf } from '../events/budget.ts';
import { type Event, eventIn } from '../events/event.ts';
import { EventUpdate, type Target } from '../events/event-update.ts';
import { requireAmounts } from '../events/read-event.ts';
import { getEvent } from '../events/repository.ts';
import { type WriteHeaders, writeEvent, writeRead } from '../events/write-event.ts';
import { nextId } from '../id.ts';
import type { Claim, Made } from '../idempotency/claim.ts';
import { assumedDigits, DEFAULT_DIGITS, requireDigits } from '../money/amount.ts';
import { problem } from '../problem.ts';
import { amountProblems } from './amounts.ts';
import { newBudgetOf } from './new-budget.ts';
import type { budgetsParameters } from './parameters.ts';
import type { NewBudget } from './request.ts';

export async function getBudget(event: EventAccess, id: number): Promise<Budget | undefined> {
  const found = await getEvent(event);
  return found?.budgets.find((budget) => budget.id === id);
}

/** Keeps an event with usual names below DynamoDB's limit of 400 KB per item. */
export const MAX_BUDGETS = 500;

export const eventFull = () =>
  new ConflictError('budgets', problem('full', `are full (maximum is ${MAX_BUDGETS} per event)`));

/** Why a budget may not fit into its event. */
export const createBudgetConflicts = [eventFull, eventTooLarge];

interface Creation {
  path: z.output<typeof budgetsParameters>;
  headers: WriteHeaders;
  body: NewBudget;
}

/** What is returned of a write of budgets. */
export interface EventAfter {
  /** Only if it was asked for, and the caller may still see it. */
  event?: Event | undefined;
}

/** Adds a budget to an event if it has one of the named versions, or any if none is named. Throws a `RefusalError`. */
export async function createBudget(
  caller: EventCaller,
  { path, headers, body }: Creation,
  claim?: Claim,
): Promise<Budget & Made & EventAfter> {
  await requireAmounts(caller, path.event_id, body.amounts);
  let id = nextId();
  let guests = 0;
  const assumed = { digits: assumedDigits(body.amounts), guests };
  // An amount that is too large everywhere is refused by the digits of its event, so that is read.
  const write = amountProblems(body, assumed).length > 0 ? writeRead : writeEvent;
  const { result, after } = await write(caller, path.event_id, {
    parse: eventIn,
    decide: (target: Target, event?: Event) => {
      const existing = event?.budgets.find((other) => other.id === id);
      // The event may have been written so often since that it doesn't remember this write.
      if (existing?.write_mark === target.mark) return { result: existing };
      // Another process may have used the same id in the same millisecond.
      if (existing) id = nextId();
      guests = event?.guests ?? 0;
      const { digits } = event ?? assumed;
      const budget = newBudgetOf(body, { id, digits, guests, write_mark: target.mark });
      const update = additionOf(target, [budget])
        .requireVersion(versionPath, headers['if-match'])
        .set(budgetPath(id), storedOf(budget))
        .require(isAbsent(budgetPath(id)))
        .assumeDigits(digits);
      if (budget.per_guest) update.assumeGuests(guests);
      const claimed = { id, digits, guests: budget.per_guest ? guests : undefined };
      return { changes: [update, ...(claim ? [claim(claimed)] : [])], result: budget };
    },
    checkWithoutEvent: () => requireDigits(body.amounts, DEFAULT_DIGITS),
    returnsEvent: headers.prefer,
  });
  return { ...result, guests: result.per_guest ? guests : undefined, event: after && eventIn(after.item) };
}

/** Counts and adds up further budgets of an event, if they aren't too many. */
export function additionOf(target: Target, budgets: Budget[]): EventUpdate {
  const update = new EventUpdate(target)
    .increase(headPath('budgets_count'), budgets.length)
    .require(isBelow(headPath('budgets_count'), MAX_BUDGETS + 1 - budgets.length), eventFull);
  for (const [name, added] of addedBy(budgets.map(storedOf))) update.add(headPath(name), added);
  return update;
}

export const noBudget = (): NotFoundError => new NotFoundError('There is no such budget');

/** Deletes a budget. Throws a `RefusalError`. */
export async function deleteBudget(
  caller: EventCaller,
  { event_id, id }: { event_id: number; id: number },
  headers: WriteHeaders = {},
): Promise<EventAfter> {
  const { after } = await writeEvent(caller, event_id, {
    parse: eventIn,
    decide: (target) => ({
      changes: [deletionOf(target, id).requireVersion(budgetVersionPath(id), headers['if-match'])],
      result: undefined,
      isDeletion: true,
    }),
    returnsEvent: headers.prefer,
  });
  return { event: after && eventIn(after.item) };
}

function deletionOf(target: Target, id: number): EventUpdate {
  const update = new EventUpdate(target)
    .require(exists(budgetVersionPath(id)), noBudget)
    .remove(budgetPath(id))
    .increase(headPath('budgets_count'), -1);
  for (const { sum, of } of SUMS) update.add(headPath(`${sum}_removed`), [...budgetPath(id), of]);
  return update;
}
