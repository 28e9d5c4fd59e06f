import { isStaying } from '../accounts/person.ts';
import type { EventReference } from '../dynamodb/keys.ts';
import { type EventCaller, type Involvement, isInvolved, requireRole } from './caller.ts';
import { getPointer } from './pointer.ts';

/**
 * Reads from the caller's own event, or else from the one that a pointer of the caller leads to, unless its owner is being
 * deleted. Checks no role.
 */
export async function findEvent<Found>(
  { accountId }: EventCaller,
  eventId: number,
  read: (event: EventReference) => Promise<Found | undefined>,
): Promise<Found | undefined> {
  const own = await read({ ownerId: accountId, eventId });
  if (own !== undefined) return own;
  const pointer = await getPointer(accountId, eventId);
  return pointer && ifOwnerStays(pointer.event, read);
}

/** Reads from a shared event; `undefined` if its owner is leaving. */
export async function ifOwnerStays<Found>(
  event: EventReference,
  read: (event: EventReference) => Promise<Found | undefined>,
): Promise<Found | undefined> {
  const [found, stays] = await Promise.all([read(event), isStaying(event.ownerId)]);
  return stays ? found : undefined;
}

/**
 * Reads from the caller's own event, or else from the one that is shared with the caller under this id. Throws
 * `ForbiddenError` to a member whose role doesn't suffice.
 */
export async function readEvent<Found extends Involvement>(
  caller: EventCaller,
  eventId: number,
  read: (event: EventReference) => Promise<Found | undefined>,
): Promise<Found | undefined> {
  const found = await findEvent(caller, eventId, read);
  if (!found || !isInvolved(caller.accountId, found)) return undefined;
  requireRole(caller, found);
  return found;
}
