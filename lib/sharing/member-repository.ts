import * as z from 'zod/mini';
import { deleteIfEquals } from '../dynamodb/conditional-writes.ts';
import { getItem } from '../dynamodb/items.ts';
import {
  type EventReference,
  eventKey,
  headPath,
  invitationKey,
  invitationPath,
  memberPath,
  rolePath,
  sharedKey,
} from '../dynamodb/keys.ts';
import { EventWrite, versionPath } from '../events/event-write.ts';
import { type EventAccess, isAllowed, memberMap, type Role } from '../events/roles.ts';
import { type Invitation, invitationMap } from './invitation.ts';

/** Another account than the owner's that has a role in an event. */
export interface Member {
  /** Of the membership. */
  id: number;
  accountId: string;
  role: Role;
}

export interface SharedEvent {
  ownerId: string;
  /** Oldest first. */
  members: Member[];
  /** Those that have expired as well. */
  invitations: Invitation[];
}

const sharedItem = z.object({ head: z.object({ roles: memberMap }), invitations: invitationMap });

/** The members and invitations of an event; `undefined` if there is no such event, or the role of the caller doesn't suffice. */
export async function getMembers(event: EventAccess): Promise<SharedEvent | undefined> {
  const found = sharedItem.safeParse(await getItem(eventKey(event), [headPath('roles'), ['invitations']]));
  if (!found.success) return undefined;
  const { invitations, head } = found.data;
  const { roles } = head;
  if (!isAllowed(event, roles)) return undefined;
  const members = Object.entries(roles)
    .sort(([, one], [, other]) => one.s - other.s || one.m - other.m)
    .map(([accountId, { m, r }]) => ({ id: m, accountId, role: r }));
  return {
    ownerId: event.ownerId,
    members,
    invitations: Object.entries(invitations).map(([email, invitation]) => ({ email, ...invitation })),
  };
}

type Outcome = 'done' | 'missing' | 'forbidden';

/** Gives a member another role. */
export async function setRole(event: EventAccess, id: number, role: Role): Promise<Outcome> {
  const shared = await getMembers(event);
  const member = shared?.members.find((other) => other.id === id);
  if (!member) return 'missing';
  return send(writeMember(event, member).set(rolePath(member.accountId), role));
}

/** Removes a member, or withdraws an invitation. Members may remove themselves only. */
export async function removeMember(event: EventAccess, id: number): Promise<Outcome> {
  const shared = await getMembers(event);
  const invitation = shared?.invitations.find(({ i }) => i === id);
  if (invitation) return event.member ? 'forbidden' : removeInvitation(event, invitation);
  const member = shared?.members.find((other) => other.id === id);
  if (!member) return 'missing';
  const { accountId } = member;
  if (event.member && event.member.accountId !== accountId) return 'forbidden';
  const write = writeMember(event, member).remove(memberPath(accountId));
  const outcome = await send(write);
  // An earlier attempt may have removed it.
  if (outcome !== 'done' && !write.resent) return outcome;
  // After the role, so that no member is left without a pointer.
  await deleteIfEquals(sharedKey(accountId, event.eventId), headPath('membership_id'), id);
  return 'done';
}

/** Removes an invitation from the event, and then the item that led to it. */
export async function removeInvitation(
  event: EventReference,
  { email, i }: Invitation,
): Promise<'done' | 'missing'> {
  const write = withdrawal(event, email, i);
  if ((await send(write)) !== 'done' && !write.resent) return 'missing';
  await deleteIfEquals(invitationKey(email, i), ['invitation_id'], i);
  return 'done';
}

/** A write that takes an invitation from the event, if it is still there. */
export const withdrawal = (event: EventReference, email: string, id: number): EventWrite =>
  new EventWrite(event).remove(invitationPath(email)).ifEquals([...invitationPath(email), 'i'], id);

/** A write that requires that the membership is still there. */
const writeMember = (event: EventAccess, { accountId, id }: Member): EventWrite =>
  new EventWrite(event).ifEquals([...memberPath(accountId), 'm'], id);

async function send(write: EventWrite): Promise<Outcome> {
  const outcome = await write.sendIf(versionPath, undefined, () => 'missing');
  if (typeof outcome === 'object') return 'done';
  return outcome === 'forbidden' ? outcome : 'missing';
}
