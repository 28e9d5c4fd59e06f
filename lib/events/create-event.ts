import { putIfAbsent } from '../dynamodb/conditional-writes.ts';
import { eventKey } from '../dynamodb/keys.ts';
import { accountFull, eventTooLarge, IdTakenError } from '../errors.ts';
import { nextId } from '../id.ts';
import type { ClaimedId } from '../idempotency/claimed-id.ts';
import { headFieldsOf, type NewEvent } from './event-fields.ts';
import { firstWrites, newMark } from './event-write.ts';
import { newHead } from './head.ts';

/** Why an event may not be created. */
export const createConflicts = [eventTooLarge, accountFull];

/** Creates an event and returns its id. Throws {@link IdTakenError} if another event has the claimed id. */
export async function createEvent(
  ownerId: string,
  fields: NewEvent,
  claim?: ClaimedId,
): Promise<{ id: number }> {
  const id = claim?.id ?? nextId();
  const write_mark = newMark();
  const item = {
    head_id: id,
    head: newHead(headFieldsOf(fields)),
    budgets: {},
    invitations: {},
    ended: {},
    writes: firstWrites(write_mark),
    write_mark,
  };
  const key = eventKey({ ownerId, eventId: id });
  const outcome = claim
    ? await putIfAbsent(key, { ...item, claim_mark: claim.mark }, 'claim_mark')
    : await putIfAbsent(key, item, 'write_mark');
  if (outcome === 'done') return { id };
  // Another process may have used the same id in the same millisecond.
  if (claim) throw new IdTakenError();
  return createEvent(ownerId, fields);
}
