import { Delete } from '../dynamodb/changes.ts';
import { equals } from '../dynamodb/conditions.ts';
import { getItem, queryPages } from '../dynamodb/items.ts';
import { type EventReference, invitationKey, invitationPath } from '../dynamodb/keys.ts';
import { invitationsOf } from '../dynamodb/queries.ts';
import { NotFoundError } from '../errors.ts';
import { type Invitation, type Sharing, sharingIn } from '../events/event.ts';
import { EventUpdate, type Target } from '../events/event-update.ts';
import { writeUnread } from '../events/write-event.ts';
import { invitationItem, type ReceivedInvitation } from './invitation.ts';

/** Gets an invitation of the person with an e-mail address, even if it has expired. */
export async function getInvitation(email: string, id: number): Promise<ReceivedInvitation | undefined> {
  const item = await getItem(invitationKey(email, id));
  return item && invitationItem.parse(item);
}

/** The open invitations of the person with an e-mail address, newest first. */
export async function openInvitations(email: string): Promise<ReceivedInvitation[]> {
  const pages = await Array.fromAsync(queryPages({ ...invitationsOf(email), ScanIndexForward: false }));
  const invitations = pages.flat().map((item) => invitationItem.parse(item));
  return invitations.filter((invitation) => invitation.isOpen);
}

export const noInvitation = (): NotFoundError => new NotFoundError('There is no such invitation');

/** Declines an invitation of the person with an e-mail address. Throws `NotFoundError`. */
export async function decline(email: string, id: number): Promise<void> {
  const invitation = await getInvitation(email, id);
  if (!invitation) throw noInvitation();
  await withdraw(invitation.event, { email, id });
}

/** Takes an invitation from its event. Throws `NotFoundError`. */
export async function withdraw(
  event: EventReference,
  invitation: Pick<Invitation, 'email' | 'id'>,
): Promise<void> {
  await writeUnread(event, {
    parse: sharingIn,
    decide: (target, _?: Sharing) => ({ changes: withdrawal(target, invitation), result: undefined }),
  });
}

/** The changes that take an invitation from its event, whoever ends it. */
export const withdrawal = (target: Target, { email, id }: Pick<Invitation, 'email' | 'id'>) =>
  [
    new EventUpdate(target)
      .raiseSharing()
      .require(equals([...invitationPath(email), 'i'], id), noInvitation)
      .remove(invitationPath(email)),
    new Delete(invitationKey(email, id)),
  ] as const;
