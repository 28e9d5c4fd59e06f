import type * as z from 'zod/mini';
import type { Change } from '../dynamodb/changes.ts';
import { ConflictError, eventTooLarge, NotFoundError } from '../errors.ts';
import type { Budget } from '../events/budget.ts';
import type { EventCaller } from '../events/caller.ts';
import { changeEvent, requireVersion, type WriteHeaders } from '../events/change-event.ts';
import { type Event, MAX_BUDGETS, withBudgets } from '../events/event.ts';
import { nextId } from '../id.ts';
import { problem } from '../problem.ts';
import { newBudgetOf } from './new-budget.ts';
import type { budgetParameters, budgetsParameters } from './parameters.ts';
import type { NewBudget } from './request.ts';

export const eventFull = () =>
  new ConflictError(
    'budgets',
    problem('full', 'are full (maximum is {maximum} per event)', { maximum: MAX_BUDGETS }),
  );

/** Why a budget may not fit into its event. */
export const createBudgetConflicts = [eventFull, eventTooLarge];

const noBudget = (): NotFoundError => new NotFoundError('There is no such budget');

/** The budget of an event with this id. Throws `NotFoundError`. */
export function budgetIn(event: Event, id: number): Budget {
  const budget = event.budgets.find((each) => each.id === id);
  if (!budget) throw noBudget();
  return budget;
}

/** The event with these budgets instead of its own. Throws `ConflictError` if they are too many. */
export function withAllBudgets(event: Event, budgets: Budget[]): Event {
  if (budgets.length > MAX_BUDGETS) throw eventFull();
  return withBudgets(event, budgets);
}

/** The event with further budgets. Throws `ConflictError` if they are too many. */
export const withNewBudgets = (event: Event, budgets: Budget[]): Event =>
  withAllBudgets(event, [...event.budgets, ...budgets]);

/** The event with a changed budget, which gets its next version. */
export const withChangedBudget = (event: Event, budget: Budget): Event =>
  withBudgets(
    event,
    event.budgets.map((each) => (each.id === budget.id ? { ...budget, version: each.version + 1 } : each)),
  );

interface Creation {
  path: z.output<typeof budgetsParameters>;
  headers: WriteHeaders;
  body: NewBudget;
}

/** Adds a budget to an event. Throws a `RefusalError`. */
export async function createBudget(
  caller: EventCaller,
  { path, headers, body }: Creation,
  claim?: (budget: Budget) => Change,
): Promise<{ budget: Budget; event?: Event | undefined }> {
  // The same in every round, so that two of them can't both be done.
  let id = nextId();
  const { result, event } = await changeEvent(
    caller,
    path.event_id,
    (event) => {
      // Another process has used the same id in the same millisecond.
      if (event.budgets.some((other) => other.id === id)) id = nextId();
      const budget = newBudgetOf(body, event, id);
      return { event: withNewBudgets(event, [budget]), result: budget };
    },
    { versions: headers['if-match'], returnsEvent: headers.prefer, claim },
  );
  return { budget: result, event };
}

interface Deletion {
  path: z.output<typeof budgetParameters>;
  headers: WriteHeaders;
}

/** Deletes a budget. Returns the event if asked to. Throws a `RefusalError`. */
export async function deleteBudget(
  caller: EventCaller,
  { path, headers }: Deletion,
  claim?: (deleted: undefined) => Change,
): Promise<Event | undefined> {
  const { event } = await changeEvent(
    caller,
    path.event_id,
    (event) => {
      const budget = budgetIn(event, path.id);
      requireVersion(budget, headers['if-match']);
      const others = event.budgets.filter((each) => each !== budget);
      return { event: withBudgets(event, others), result: undefined };
    },
    { returnsEvent: headers.prefer, claim },
  );
  return event;
}
