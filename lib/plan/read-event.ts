import * as z from 'zod/mini';
import { getPerson, isActiveAccount } from '../accounts/person.ts';
import { type Attributes, getItem, ifAvailable } from '../dynamodb/items.ts';
import { type EventReference, eventKey } from '../dynamodb/keys.ts';
import { type EventCaller, hasAccess, noEvent, requireRole, type SharedWith } from './access.ts';
import { type Event, eventIn } from './event.ts';
import { getPointer } from './pointer.ts';
import { asMember, getEvent, getOwnedHead, type OwnedHead } from './repository.ts';
import { inThisForm, storedMap } from './stored-budget.ts';

const writtenItem = z.object({
  budgets: storedMap,
  writes: z.array(z.string()),
});

/** An event as it was read to be written, and its item, with the budgets as this version stores them. */
export function foundIn(stored: Attributes) {
  const event = eventIn(stored);
  const { budgets, writes } = writtenItem.parse(stored);
  const item: Attributes = { ...stored, budgets: inThisForm(budgets) };
  return { item, event, version: event.version, writes };
}

export type FoundEvent = ReturnType<typeof foundIn>;

export async function getFound(reference: EventReference): Promise<FoundEvent | undefined> {
  const item = await getItem(eventKey(reference));
  return item && foundIn(item);
}

/**
 * Reads from the caller's own event, or else from the one that a pointer of the caller leads to, unless its owner is being
 * deleted. Checks no role.
 */
export async function findEvent<Found>(
  caller: EventCaller,
  eventId: number,
  read: (event: EventReference) => Promise<Found | undefined>,
  readShared = (event: EventReference) => ifOwnerIsActive(event, read),
  isAgain = false,
): Promise<Found | undefined> {
  const own = await read({ ownerId: caller.accountId, eventId });
  if (own !== undefined) return own;
  const pointer = await getPointer(caller.accountId, eventId);
  const shared = pointer && (await readShared(pointer.event));
  // The event may have been handed over in between.
  const isFinal = shared !== undefined || !pointer || isAgain;
  return isFinal ? shared : findEvent(caller, eventId, read, readShared, true);
}

/**
 * Reads the event that an item leads to, such as an invitation. If it isn't there, it may have been handed over since: then
 * `again` reads where the item leads now.
 */
export async function foundAt(
  event: EventReference,
  again: () => Promise<EventReference | undefined>,
): Promise<FoundEvent | undefined> {
  const found = await getFound(event);
  if (found) return found;
  const now = await again();
  return now && getFound(now);
}

/** Reads from a shared event; `undefined` if its owner is being deleted. */
export async function ifOwnerIsActive<Found>(
  event: EventReference,
  read: (event: EventReference) => Promise<Found | undefined>,
): Promise<Found | undefined> {
  const [found, stays] = await Promise.all([read(event), isActiveAccount(event.ownerId)]);
  return stays ? found : undefined;
}

/**
 * Reads from the caller's own event, or else from the one that is shared with the caller under this id. Throws `not_found`,
 * and `forbidden` to a member whose role doesn't suffice.
 */
export const readEvent = async <Found extends SharedWith>(
  caller: EventCaller,
  eventId: number,
  read: (event: EventReference) => Promise<Found | undefined>,
  readShared?: typeof read,
): Promise<Found> => openFor(caller, await findEvent(caller, eventId, read, readShared));

/** Reads the head of an event as `readEvent` does. */
export const readHead = async (caller: EventCaller, eventId: number): Promise<OwnedHead> =>
  openFor(caller, await getOwnedHead(caller.accountId, eventId));

function openFor<Found extends SharedWith>(caller: EventCaller, found: Found | undefined): Found {
  if (!found || !hasAccess(caller.accountId, found)) throw noEvent();
  requireRole(caller, found);
  return found;
}

/** Reads as `readEvent` does, and also the owner's name if the event is shared. */
export const readOwnedEvent = (caller: EventCaller, eventId: number) =>
  readEvent<Event & OwnedHead>(caller, eventId, getEvent, async (event) => {
    const [found, owner] = await Promise.all([getEvent(event), getPerson(event.ownerId)]);
    return found && asMember(caller.accountId, found, owner);
  });

/** The event as the caller views it; `undefined` if the owner's name can't be read. */
export const asViewed = async (
  { accountId }: EventCaller,
  event: Event,
): Promise<(Event & OwnedHead) | undefined> =>
  event.ownerId === accountId
    ? event
    : asMember(accountId, event, await ifAvailable(getPerson(event.ownerId)));
