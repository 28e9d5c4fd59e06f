import { putIfAbsent } from '../dynamodb/conditional-writes.ts';
import { type Attributes, getItem } from '../dynamodb/items.ts';
import { eventKey } from '../dynamodb/keys.ts';
import { accountFull, eventTooLarge, IdTakenError } from '../errors.ts';
import { nextId } from '../id.ts';
import type { ClaimedId } from '../idempotency/claimed-id.ts';
import { firstWrites, newMark } from './event-write.ts';
import type { Head } from './head.ts';

/** Why an event may not be stored. */
export const createConflicts = [eventTooLarge, accountFull];

/**
 * Stores a new event with its budgets in one write, and returns its id. Throws {@link IdTakenError} if another event has the
 * claimed id.
 */
export async function putEvent(
  ownerId: string,
  head: Head,
  budgets: Attributes,
  claim?: ClaimedId,
): Promise<{ id: number }> {
  const id = claim?.id ?? nextId();
  const write_mark = newMark();
  const item = {
    head_id: id,
    head,
    budgets,
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
  return putEvent(ownerId, head, budgets);
}

/** The event that was stored under a claim, even if it was deleted since. */
export async function findClaimed(ownerId: string, claim?: ClaimedId): Promise<{ id: number } | undefined> {
  if (!claim) return undefined;
  const item = await getItem(eventKey({ ownerId, eventId: claim.id }), [['claim_mark']]);
  return item?.['claim_mark'] === claim.mark ? { id: claim.id } : undefined;
}
