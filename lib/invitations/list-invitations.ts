import * as z from 'zod/mini';
import { getPerson, type Person } from '../accounts/person.ts';
import { getItem } from '../dynamodb/items.ts';
import { eventKey, headPath } from '../dynamodb/keys.ts';
import { invitationMap, invitationsIn, isOpen, type ReceivedInvitation } from '../events/invitation.ts';
import { idAfter, pageOf } from '../lists/page.ts';
import { openInvitations } from './repository.ts';
import { type invitationResponse, toInvitationResponse } from './response.ts';

const PAGE = 100;

/** The newest of one inviter that are listed. Otherwise one could hide those of all others. */
const MAX_OF_INVITER = 3;

/** One page of the open invitations of a person, newest first, those with ids below `before`. */
export async function pageOfInvitations({ email }: Pick<Person, 'email'>, before = Number.MAX_SAFE_INTEGER) {
  const listed = newestOfEach(await openInvitations(email)).filter(({ id }) => id < before);
  return pageOf(withEvents(email, listed), (invitation) => invitation, { cursorAfter: idAfter, limit: PAGE });
}

/** All open invitations of a person, newest first. */
export const allInvitations = async ({ email }: Pick<Person, 'email'>) =>
  (await Array.fromAsync(withEvents(email, await openInvitations(email)))).flat();

function newestOfEach(invitations: ReceivedInvitation[]): ReceivedInvitation[] {
  const counts = new Map<string, number>();
  return invitations.filter(({ event: { ownerId } }) => {
    const count = (counts.get(ownerId) ?? 0) + 1;
    counts.set(ownerId, count);
    return count <= MAX_OF_INVITER;
  });
}

/** Yields invitations with their events, some at a time. */
async function* withEvents(
  email: string,
  invitations: ReceivedInvitation[],
): AsyncGenerator<z.output<typeof invitationResponse>[]> {
  for (let start = 0; start < invitations.length; start += PAGE) {
    const some = invitations.slice(start, start + PAGE);
    yield (await Promise.all(some.map((invitation) => withEvent(email, invitation)))).flat();
  }
}

const invitingItem = z.object({
  head: z.object({ name: z.string(), event_date: z.string() }),
  invitations: invitationMap,
});

/** Nothing if the event has the invitation no more. */
async function withEvent(email: string, { id, event }: ReceivedInvitation) {
  const paths = [headPath('name'), headPath('event_date'), ['invitations']];
  const [item, owner] = await Promise.all([getItem(eventKey(event), paths), getPerson(event.ownerId)]);
  const inviting = invitingItem.safeParse(item).data;
  const invitation = inviting && invitationsIn(inviting.invitations).find((other) => other.id === id);
  if (!inviting || !owner || invitation?.email !== email || !isOpen(invitation)) return [];
  return toInvitationResponse(invitation, inviting.head, owner);
}
