import { equals } from '../dynamodb/conditions.ts';
import { getItem } from '../dynamodb/items.ts';
import { eventKey, rolePath, sharingPath } from '../dynamodb/keys.ts';
import { NotFoundError } from '../errors.ts';
import { SHARING_PATHS, type Sharing, sharingIn } from '../events/event.ts';
import { EventUpdate, noEvent } from '../events/event-update.ts';
import { findItem } from '../events/read-event.ts';
import { type EventAccess, isAllowed, type Role } from '../events/roles.ts';
import { writeFound } from '../events/write-event.ts';

/** An event's owner, members and invitations. */
export interface SharedEvent extends Sharing {
  ownerId: string;
}

/** `undefined` if there is no such event, or the role of the member doesn't suffice. */
export async function getMembers(event: EventAccess): Promise<SharedEvent | undefined> {
  const item = await getItem(eventKey(event), SHARING_PATHS);
  if (item?.['head'] === undefined) return undefined;
  const sharing = sharingIn(item);
  return isAllowed(event, sharing) ? { ownerId: event.ownerId, ...sharing } : undefined;
}

export const noMember = (): NotFoundError => new NotFoundError('There is no such member');

/** Gives a member of the caller's event another role. Throws a `RefusalError`. */
export async function setRole(callerId: string, eventId: number, id: number, role: Role): Promise<void> {
  const found = await findItem('membersUpdate', callerId, eventId, SHARING_PATHS);
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
