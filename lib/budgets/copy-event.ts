import type * as z from 'zod/mini';
import { InvalidFieldsError, LimitExceededError } from '../errors.ts';
import { readEvent } from '../events/access.ts';
import type { eventParameters } from '../events/event.ts';
import { findClaimed, putEvent } from '../events/new-event.ts';
import { readWhole } from '../events/whole-event.ts';
import type { ClaimedId } from '../idempotency/claimed-id.ts';
import { copyOf, type eventCopy } from './copied-event.ts';
import { storedEvent } from './line.ts';

interface Copy {
  path: z.output<typeof eventParameters>;
  body: z.output<typeof eventCopy>;
}

/** What copies an event of the caller, or one that is shared with the caller, to an event of the caller. */
export const copyEvent =
  (callerId: string, { path, body }: Copy) =>
  async (claim?: ClaimedId): Promise<{ id: number } | 'missing'> => {
    try {
      const original = await readEvent('eventsCopy', callerId, path.id, (event) =>
        readWhole(event, storedEvent),
      );
      if (!original) return (await findClaimed(callerId, claim)) ?? 'missing';
      const { head, budgets } = copyOf(original, body);
      return await putEvent(callerId, head, budgets, claim);
    } catch (error) {
      const isRefusal = error instanceof InvalidFieldsError || error instanceof LimitExceededError;
      // An earlier attempt may have made the copy, and then the original changed.
      const made = isRefusal && (await findClaimed(callerId, claim));
      if (made) return made;
      throw error;
    }
  };
