import { isActiveAccount } from '../accounts/person.ts';
import type { Role } from '../auth/roles.ts';
import { getItem } from '../dynamodb/items.ts';
import { type EventReference, eventKey, versionPath } from '../dynamodb/keys.ts';
import { Rejection } from '../errors.ts';
import { nowInSeconds } from '../instant.ts';
import { memberWith } from '../plan/access.ts';
import { changeEventAs } from '../plan/change-event.ts';
import type { Event } from '../plan/event.ts';
import { isOpen } from '../plan/invitation.ts';
import { alreadyMember, listPointers } from '../plan/pointer.ts';
import { problem } from '../problem.ts';
import { eventTakenOver, takeOver, takeOverConflicts } from './hand-over.ts';
import {
  type Accepting,
  findInviting,
  getInvitation,
  noInvitation,
  withoutInvitation,
} from './repository.ts';

/** Events that are shared with one account. Acceptances at once may exceed it. */
const MAX_SHARED_EVENTS = 100;

const sharedEventsFull = () =>
  new Rejection('conflict', {
    field: 'events',
    problem: problem('full', 'At most {maximum} events can be shared with you.', {
      maximum: MAX_SHARED_EVENTS,
    }),
  });

/** Reasons why an account may not join an event, or take it over. */
export const acceptConflicts = [alreadyMember, sharedEventsFull, ...takeOverConflicts];

/** Makes an account a member of the event that its e-mail address was invited to, or its owner. Throws a `Rejection`. */
export async function accept(accepting: Accepting): Promise<EventReference> {
  const { accountId, email, id } = accepting;
  const invitation = await getInvitation(email, id);
  // Afterwards, because a request at the same time may turn the one into the other.
  const pointers = await listPointers(accountId);
  const existing = pointers.find(({ membershipId }) => membershipId === id);
  if (existing) {
    if (!(await isActiveAccount(existing.event.ownerId))) throw noInvitation();
    // An earlier request has done it.
    return existing.event;
  }
  // An earlier request may have taken over the event.
  if (!invitation) return eventTakenOver(accepting);
  if (!isOpen(invitation)) throw noInvitation();
  const { event, role } = invitation;
  if (role === 'owner') {
    await takeOver(accepting, invitation);
    return event;
  }
  // Both are read beside the event.
  const reading = Promise.all([
    isActiveAccount(event.ownerId),
    getItem(eventKey({ ownerId: accountId, eventId: event.eventId }), [versionPath]),
  ]);
  reading.catch(() => undefined);
  const others = pointers.filter((pointer) => pointer.event.eventId !== event.eventId);
  const admit = async () => {
    const [stays, own] = await reading;
    // The erasure of the owner's account finds only the members of calls that began before it.
    if (!stays) throw noInvitation();
    if (own) throw alreadyMember();
    if (others.length >= MAX_SHARED_EVENTS) throw sharedEventsFull();
  };
  await changeEventAs(
    { author: { accountId }, find: () => findInviting(email, invitation) },
    {
      decide: (found) => joined(found, role, accepting),
      reply: () => undefined,
      admit,
    },
  );
  return event;
}

/** The event with a member instead of an invitation. Throws a `Rejection`. */
function joined(event: Event, role: Role, { accountId, email, id }: Accepting): Event {
  const member = memberWith(accountId, event);
  // Another request has done it.
  if (member?.id === id) return event;
  const others = withoutInvitation(event, { email, id });
  if (member) throw alreadyMember();
  return { ...others, members: [...event.members, { accountId, id, role, since: nowInSeconds() }] };
}
