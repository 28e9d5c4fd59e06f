import { getItem } from '../dynamodb/items.ts';
import { invitationKey } from '../dynamodb/keys.ts';
import { Rejection } from '../errors.ts';
import { changeEventAs } from '../plan/change-event.ts';
import type { Event } from '../plan/event.ts';
import { type Invitation, invitationItem, type ReceivedInvitation } from '../plan/invitation.ts';
import { type FoundEvent, foundAt } from '../plan/read-event.ts';

/** Somebody who accepts an invitation. */
export interface Accepting {
  accountId: string;
  email: string;
  /** Id of the invitation, and then of the membership, unless it makes an owner. */
  id: number;
}

/** Gets an invitation of the person with an e-mail address, even if it has expired. */
export async function getInvitation(email: string, id: number): Promise<ReceivedInvitation | undefined> {
  const item = await getItem(invitationKey(email, id));
  return item && invitationItem.parse(item);
}

export const noInvitation = () => new Rejection('not_found');

/** Finds the event of an invitation that was read. */
export const findInviting = (
  email: string,
  { id, event }: Pick<ReceivedInvitation, 'id' | 'event'>,
): Promise<FoundEvent | undefined> => foundAt(event, async () => (await getInvitation(email, id))?.event);

/** Declines an invitation of the person with an e-mail address. Throws `not_found`. */
export async function decline(email: string, id: number): Promise<void> {
  const invitation = await getInvitation(email, id);
  if (!invitation) throw noInvitation();
  await withdraw(() => findInviting(email, invitation), { email, id });
}

/**
 * Takes an invitation from its event, without an author, so that the history doesn't tell whose address was invited. Throws
 * `not_found`.
 */
export const withdraw = (
  find: () => Promise<FoundEvent | undefined>,
  invitation: Pick<Invitation, 'email' | 'id'>,
): Promise<void> =>
  changeEventAs(
    { author: undefined, find },
    { decide: (found) => withoutInvitation(found, invitation), reply: () => undefined },
  );

/** The event without an invitation. Throws `not_found` if it doesn't have it. */
export function withoutInvitation(event: Event, { email, id }: Pick<Invitation, 'email' | 'id'>): Event {
  const invitations = event.invitations.filter((each) => each.email !== email || each.id !== id);
  if (invitations.length === event.invitations.length) throw noInvitation();
  return { ...event, invitations };
}
