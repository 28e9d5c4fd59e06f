import { Put } from '../dynamodb/changes.ts';
import { isAbsent } from '../dynamodb/conditions.ts';
import { eventKey } from '../dynamodb/keys.ts';
import { firstWrites, newMark } from '../dynamodb/marks.ts';
import { Failure, send } from '../dynamodb/send.ts';
import { accountFull, eventTooLarge } from '../errors.ts';
import { nextId } from '../id.ts';
import type { Claim } from '../idempotency/claim.ts';
import { type Budget, storedOf } from './budget.ts';
import type { StoredHead } from './head.ts';

/** Why an event may not be stored. */
export const createConflicts = [eventTooLarge, accountFull];

/** Stores a new event with its budgets and returns its id. Throws a `RefusalError`. */
export async function putEvent(
  ownerId: string,
  head: StoredHead,
  budgets: Budget[],
  claim?: Claim,
): Promise<{ id: number }> {
  const id = nextId();
  const write_mark = newMark();
  const event = new Put(eventKey({ ownerId, eventId: id }), {
    head_id: id,
    head,
    budgets: Object.fromEntries(budgets.map((budget) => [budget.id, storedOf(budget)])),
    invitations: {},
    writes: firstWrites(write_mark),
    write_mark,
  }).require(isAbsent(['PK']));
  const claiming = claim?.({ id });
  const outcome = await send(event, ...(claiming ? [claiming] : []));
  if (!(outcome instanceof Failure) || outcome.itemOf(event)?.['write_mark'] === write_mark) return { id };
  if (claiming) outcome.throwRefusalOf(claiming);
  // Another process may have used the same id in the same millisecond.
  return putEvent(ownerId, head, budgets, claim);
}
