import type { EventCaller } from '../events/caller.ts';
import { changeEvent } from '../events/change-event.ts';

/** Hides all that was written of an event until now. The recorder deletes it. Throws a `RefusalError`. */
export async function clearHistory(caller: EventCaller, eventId: number): Promise<void> {
  await changeEvent(caller, eventId, (event) => ({
    // Not even this write is shown.
    event: { ...event, history_from: event.version + 2 },
    result: undefined,
  }));
}
