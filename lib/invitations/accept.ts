import { getPerson } from '../accounts/person.ts';
import type { Role } from '../auth/roles.ts';
import { Delete, Put } from '../dynamodb/changes.ts';
import { anyOf, equals, isAbsent } from '../dynamodb/conditions.ts';
import { getItem } from '../dynamodb/items.ts';
import {
  type EventReference,
  eventKey,
  headPath,
  invitationKey,
  invitationPath,
  memberPath,
  sharedKey,
  versionPath,
} from '../dynamodb/keys.ts';
import { ConflictError } from '../errors.ts';
import { type Sharing, sharingIn } from '../events/event.ts';
import { EventUpdate, type Target } from '../events/event-update.ts';
import { listPointers } from '../events/pointer.ts';
import { writeUnread } from '../events/write-event.ts';
import { problem } from '../problem.ts';
import { getInvitation, noInvitation } from './repository.ts';

/** Events that are shared with one account. Acceptances at once may exceed it. */
const MAX_SHARED_EVENTS = 100;

const sharedEventsFull = () =>
  new ConflictError(
    'events',
    problem('full', `shared with you have reached the maximum of ${MAX_SHARED_EVENTS}`),
  );

const alreadyMember = () => new ConflictError('event', problem('duplicate', 'is already in your list'));

/** Why an account may not join an event. */
export const acceptConflicts = [alreadyMember, sharedEventsFull];

interface Joining {
  accountId: string;
  email: string;
  /** Of the invitation, and then of the membership. */
  id: number;
}

/** Makes an account a member of the event that its e-mail address was invited to. Throws a `RefusalError`. */
export async function accept(joining: Joining): Promise<EventReference> {
  const { accountId, email, id } = joining;
  const invitation = await getInvitation(email, id);
  // Afterwards, because a request at the same time may turn the one into the other.
  const pointers = await listPointers(accountId);
  const joined = pointers.find(({ membershipId }) => membershipId === id);
  // An earlier request has done it.
  if (joined) return joined.event;
  if (!invitation?.isOpen) throw noInvitation();
  const { event, role } = invitation;
  const [owner, own] = await Promise.all([
    getPerson(event.ownerId),
    getItem(eventKey({ ownerId: accountId, eventId: event.eventId }), [versionPath]),
  ]);
  // The erasure of the owner's account finds only the members of calls that began before it.
  if (!owner) throw noInvitation();
  if (own) throw alreadyMember();
  const others = pointers.filter((pointer) => pointer.event.eventId !== event.eventId);
  if (others.length >= MAX_SHARED_EVENTS) throw sharedEventsFull();
  await writeUnread(event, {
    parse: sharingIn,
    decide: (target, sharing?: Sharing) => {
      const isDone = sharing?.members.some((member) => member.accountId === accountId && member.id === id);
      return { ...(!isDone && { changes: joinAs(role, target, joining) }), result: undefined };
    },
  });
  return event;
}

/** Turns an invitation into a role. */
function joinAs(role: Role, target: Target, { accountId, email, id }: Joining) {
  const { ownerId, eventId } = target;
  const since = Math.floor(Date.now() / 1_000);
  return [
    new EventUpdate(target)
      .raiseSharing()
      .require(equals([...invitationPath(email), 'i'], id), noInvitation)
      .require(isAbsent(memberPath(accountId)), alreadyMember)
      .remove(invitationPath(email))
      .set(memberPath(accountId), { r: role, m: id, s: since }),
    new Put(sharedKey(accountId, eventId), {
      head_id: eventId,
      head: { owner_id: ownerId, membership_id: id },
    }).require(anyOf(isAbsent(['PK']), equals(headPath('owner_id'), ownerId)), alreadyMember),
    new Delete(invitationKey(email, id)),
  ] as const;
}
