import { getPerson, isStaying } from '../accounts/person.ts';
import type { EventReference } from '../dynamodb/keys.ts';
import { type EventCaller, type Involvement, isInvolved, requireRole } from './caller.ts';
import type { Event } from './event.ts';
import { getPointer } from './pointer.ts';
import { asMember, getEvent, type OwnedHead } from './repository.ts';

/**
 * Reads from the caller's own event, or else from the one that a pointer of the caller leads to, unless its owner is being
 * deleted. Checks no role.
 */
export async function findEvent<Found>(
  { accountId }: EventCaller,
  eventId: number,
  read: (event: EventReference) => Promise<Found | undefined>,
  readShared = (event: EventReference) => ifOwnerStays(event, read),
): Promise<Found | undefined> {
  const own = await read({ ownerId: accountId, eventId });
  if (own !== undefined) return own;
  const pointer = await getPointer(accountId, eventId);
  return pointer && readShared(pointer.event);
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
  readShared?: typeof read,
): Promise<Found | undefined> {
  const found = await findEvent(caller, eventId, read, readShared);
  if (!found || !isInvolved(caller.accountId, found)) return undefined;
  requireRole(caller, found);
  return found;
}

/** Reads as `readEvent` does, and also the owner's name if the event is shared. */
export const readOwnedEvent = (caller: EventCaller, eventId: number) =>
  readEvent<Event & OwnedHead>(caller, eventId, getEvent, async (event) => {
    const [found, owner] = await Promise.all([getEvent(event), getPerson(event.ownerId)]);
    return found && asMember(caller.accountId, found, owner);
  });
