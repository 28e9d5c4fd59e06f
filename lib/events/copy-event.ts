import type * as z from 'zod/mini';
import type { eventParameters } from './response.ts';
import { noEvent } from './event-update.ts';
import { putEvent } from './new-event.ts';
import { readEvent } from './read-event.ts';
import { getEvent } from './whole-event.ts';
import type { Claim } from '../idempotency/claim.ts';
import { copyOf, type eventCopy } from './copied-event.ts';

interface Copy {
  path: z.output<typeof eventParameters>;
  body: z.output<typeof eventCopy>;
}

/** Copies an event that the caller may read to an event of the caller, and returns its id. Throws a `RefusalError`. */
export async function copyEvent(
  callerId: string,
  { path, body }: Copy,
  claim?: Claim,
): Promise<{ id: number }> {
  const original = await readEvent('eventsCopy', callerId, path.id, getEvent);
  if (!original) throw noEvent();
  const { head, budgets } = copyOf(original, body);
  return putEvent(callerId, head, budgets, claim);
}
