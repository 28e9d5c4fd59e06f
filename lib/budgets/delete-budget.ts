import type * as z from 'zod/mini';
import type { Change } from '../dynamodb/changes.ts';
import type { EventCaller } from '../events/caller.ts';
import { changeEvent, requireVersion, type WriteHeaders } from '../events/change-event.ts';
import { type Event, withBudgets } from '../events/event.ts';
import { budgetIn } from './event-budgets.ts';
import type { budgetParameters } from './parameters.ts';

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
