import type * as z from 'zod/mini';
import type { Change } from '../dynamodb/changes.ts';
import { eventTooLarge } from '../errors.ts';
import type { Budget } from '../events/budget.ts';
import type { EventCaller } from '../events/caller.ts';
import { changeEvent, type WriteHeaders } from '../events/change-event.ts';
import type { Event } from '../events/event.ts';
import type { inEventParameters } from '../events/parameters.ts';
import { nextId } from '../id.ts';
import { eventFull, withNewBudgets } from './event-budgets.ts';
import { newBudgetOf } from './new-budget.ts';
import type { NewBudget } from './request.ts';

/** Why a budget may not fit into its event. */
export const createBudgetConflicts = [eventFull, eventTooLarge];

interface Creation {
  path: z.output<typeof inEventParameters>;
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
