import * as z from 'zod/mini';
import { OWNER, type Role } from '../auth/roles.ts';
import { Delete } from '../dynamodb/changes.ts';
import { equals } from '../dynamodb/conditions.ts';
import { getItem } from '../dynamodb/items.ts';
import {
  type EventReference,
  eventKey,
  memberPath,
  membershipPath,
  rolePath,
  sharedKey,
  sharingPath,
} from '../dynamodb/keys.ts';
import { NotFoundError } from '../errors.ts';
import { type EventAccess, type EventCaller, isAllowed, notAllowed } from '../events/access.ts';
import { SHARING_PATHS, type Sharing, sharingIn } from '../events/event.ts';
import { EventUpdate, noEvent, type Target } from '../events/event-update.ts';
import { type Membership, membershipsIn, roleMap } from '../events/head.ts';
import { listPointers } from '../events/pointer.ts';
import { findItem } from '../events/read-event.ts';
import { writeFound, writeUnread } from '../events/write-event.ts';
import { withdrawal } from '../invitations/repository.ts';

/** An event's owner, members and invitations. */
export interface EventMembers extends Sharing {
  ownerId: string;
}

/** `undefined` if there is no such event, or the role of the member doesn't suffice. */
export async function getMembers(event: EventAccess): Promise<EventMembers | undefined> {
  const item = await getItem(eventKey(event), SHARING_PATHS);
  if (item?.['head'] === undefined) return undefined;
  const sharing = sharingIn(item);
  return isAllowed(event, sharing) ? { ownerId: event.ownerId, ...sharing } : undefined;
}

/** The error for a member who would remove somebody else. */
export const onlyThemselves = () => notAllowed(OWNER);

const noMember = (): NotFoundError => new NotFoundError('There is no such member');

/** Gives a member of the caller's event another role. Throws a `RefusalError`. */
export async function setRole(caller: EventCaller, eventId: number, id: number, role: Role): Promise<void> {
  const found = await findItem(caller, eventId, SHARING_PATHS);
  if (!found) throw noEvent();
  await writeFound(found, {
    parse: sharingIn,
    decide: (target, { sharing, members }) => {
      const member = members.find((other) => other.id === id);
      if (!member) throw noMember();
      const update = new EventUpdate(target)
        .raiseSharing()
        // So that an attempt which arrives late doesn't undo what was changed since.
        .require(equals(sharingPath, sharing))
        .set(rolePath(member.accountId), role);
      return { changes: [update], result: undefined };
    },
  });
}

/**
 * Removes a member, or withdraws an invitation, by its id. Members may remove themselves only. Throws a `RefusalError`.
 */
export async function removeMember(caller: EventCaller, eventId: number, id: number): Promise<void> {
  const found = await findItem(caller, eventId, SHARING_PATHS);
  if (!found) throw noEvent();
  await writeFound(found, {
    parse: sharingIn,
    decide: (target, sharing) => ({ changes: removalById(id, target, sharing), result: undefined }),
  });
}

function removalById(id: number, target: Target, { members, invitations }: Sharing) {
  const invitation = invitations.find((other) => other.id === id);
  const member = members.find((other) => other.id === id);
  const callerId = target.member?.accountId;
  if (callerId !== undefined && (invitation || (member && member.accountId !== callerId)))
    throw onlyThemselves();
  if (invitation) return withdrawal(target, invitation);
  if (!member) throw noMember();
  return removal(target, member);
}

/** The changes that end a membership. */
export const removal = (target: Target, { accountId, id }: Pick<Membership, 'accountId' | 'id'>) =>
  [
    new EventUpdate(target)
      .raiseSharing()
      .require(equals(membershipPath(accountId), id), noMember)
      .remove(memberPath(accountId)),
    new Delete(sharedKey(accountId, target.eventId)),
  ] as const;

/** Ends the membership of an account that is being erased, whatever its id is by now. Throws `NotFoundError`. */
export async function endMembership(
  event: EventReference,
  { accountId, id }: Pick<Membership, 'accountId' | 'id'>,
): Promise<void> {
  await writeUnread(event, {
    parse: sharingIn,
    decide: (target, sharing?: Sharing) => {
      const member = sharing?.members.find((other) => other.accountId === accountId);
      return { changes: removal(target, member ?? { accountId, id }), result: undefined };
    },
  });
}

/** The account's memberships in events of others, with the events' ids, oldest event first. */
export async function membershipsOf(accountId: string): Promise<(Membership & { eventId: number })[]> {
  const pointers = await listPointers(accountId);
  const found = await Promise.all(
    pointers.map(async ({ event }) => {
      const membership = await getMembership(event, accountId);
      return membership ? { ...membership, eventId: event.eventId } : [];
    }),
  );
  return found.flat();
}

const memberItem = z.object({ head: z.object({ roles: roleMap }) });

/** `undefined` if a pointer leads to no event, or to one without the account's role. */
async function getMembership(event: EventReference, accountId: string): Promise<Membership | undefined> {
  const { data } = memberItem.safeParse(await getItem(eventKey(event), [memberPath(accountId)]));
  return data && membershipsIn(data.head.roles).find((membership) => membership.accountId === accountId);
}
