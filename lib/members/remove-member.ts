import { Delete } from '../dynamodb/changes.ts';
import { equals } from '../dynamodb/conditions.ts';
import { type EventReference, memberPath, membershipPath, sharedKey } from '../dynamodb/keys.ts';
import { ForbiddenError } from '../errors.ts';
import { SHARING_PATHS, type Sharing, sharingIn } from '../events/event.ts';
import { EventUpdate, noEvent, type Target } from '../events/event-update.ts';
import { findItem } from '../events/read-event.ts';
import type { Membership } from '../events/roles.ts';
import { writeFound, writeUnread } from '../events/write-event.ts';
import { withdrawal } from '../invitations/invitation.ts';
import { noMember } from './repository.ts';

/**
 * Removes a member, or withdraws an invitation, by its id. Members may remove themselves only. Throws a `RefusalError`.
 */
export async function removeMember(callerId: string, eventId: number, id: number): Promise<void> {
  const found = await findItem('membersRemove', callerId, eventId, SHARING_PATHS);
  if (!found) throw noEvent();
  await writeFound(found, {
    parse: sharingIn,
    decide: (target, sharing) => ({ changes: changesFor(id, target, sharing), result: undefined }),
  });
}

function changesFor(id: number, target: Target, { members, invitations }: Sharing) {
  const invitation = invitations.find((other) => other.id === id);
  const member = members.find((other) => other.id === id);
  const callerId = target.member?.accountId;
  if (callerId !== undefined && (invitation || (member && member.accountId !== callerId)))
    throw new ForbiddenError('Members may remove themselves only');
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
