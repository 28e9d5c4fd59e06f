import type { ClaimedId } from '../idempotency/claimed-id.ts';
import { headFieldsOf, type NewEvent } from './event-fields.ts';
import { newHead } from './head.ts';
import { putEvent } from './new-event.ts';

export { createConflicts } from './new-event.ts';

/** Creates an event and returns its id. Throws `IdTakenError` if another event has the claimed id. */
export const createEvent = async (
  ownerId: string,
  fields: NewEvent,
  claim?: ClaimedId,
): Promise<{ id: number }> => putEvent(ownerId, newHead(headFieldsOf(fields)), {}, claim);
