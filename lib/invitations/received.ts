import * as z from 'zod/mini';
import { fullName, getPerson, type Person } from '../accounts/person.ts';
import { getItem, queryPages } from '../dynamodb/items.ts';
import { eventKey, headPath } from '../dynamodb/keys.ts';
import { invitationsOf } from '../dynamodb/queries.ts';
import { invitationMap, invitationsIn } from '../events/event.ts';
import { eventResponse } from '../events/response.ts';
import { storedHead } from '../events/head.ts';
import { role } from '../events/roles.ts';
import { idParameter, idResponse } from '../id.ts';
import { cursorParameter, idAfter, pageOf } from '../lists/page.ts';
import { invitationItem, isOpen } from './invitation.ts';

/** Path parameters of one invitation. */
export const invitationParameters = z.object({ id: idParameter });

/** Schema of an invitation in a response. */
export const invitationResponse = z
  .object({
    id: idResponse,
    event_name: eventResponse.shape.name,
    event_date: eventResponse.shape.event_date,
    role,
    invited_by: z.string().check(z.meta({ description: 'Name of the owner' })),
    created_at: z.iso.datetime({ precision: 3 }),
  })
  .check(
    z.meta({
      id: 'Invitation',
      examples: [
        {
          id: 114640874103215,
          event_name: 'Summer party',
          event_date: '2027-07-04',
          role: 'editor',
          invited_by: 'Ada Lovelace',
          created_at: '2026-11-21T09:30:00.000Z',
        },
      ],
    }),
  );

const invitingItem = z.object({
  head: z.pick(storedHead, { name: true, event_date: true }),
  invitations: invitationMap,
});

/** Query parameters of the list. */
export const invitationsQuery = z.object({ cursor: cursorParameter });

const PAGE = 100;

/** The newest of one inviter that are listed. Otherwise one could hide those of all others. */
const MAX_OF_INVITER = 3;

/** One page of the open invitations of a person, newest first, those with ids below `before`. */
export async function pageOfInvitations({ email }: Pick<Person, 'email'>, before = Number.MAX_SAFE_INTEGER) {
  const listed = newestOfEach(await openInvitations(email)).filter(({ id }) => id < before);
  return pageOf(withEvents(email, listed), (invitation) => invitation, { cursorAfter: idAfter, limit: PAGE });
}

/** All open invitations of a person, newest first. */
export const receivedInvitations = async ({ email }: Pick<Person, 'email'>) =>
  (await Array.fromAsync(withEvents(email, await openInvitations(email)))).flat();

type OpenInvitation = z.output<typeof invitationItem>;

async function openInvitations(email: string): Promise<OpenInvitation[]> {
  const pages = await Array.fromAsync(queryPages({ ...invitationsOf(email), ScanIndexForward: false }));
  const invitations = pages.flat().map((item) => invitationItem.parse(item));
  return invitations.filter((invitation) => invitation.isOpen);
}

function newestOfEach(invitations: OpenInvitation[]): OpenInvitation[] {
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
  invitations: OpenInvitation[],
): AsyncGenerator<z.output<typeof invitationResponse>[]> {
  for (let start = 0; start < invitations.length; start += PAGE) {
    const some = invitations.slice(start, start + PAGE);
    yield (await Promise.all(some.map((item) => received(email, item)))).flat();
  }
}

/** Nothing if the event has the invitation no more. */
async function received(email: string, { id, event }: OpenInvitation) {
  const paths = [headPath('name'), headPath('event_date'), ['invitations']];
  const [found, owner] = await Promise.all([getItem(eventKey(event), paths), getPerson(event.ownerId)]);
  const inviting = invitingItem.safeParse(found).data;
  const invitation = inviting && invitationsIn(inviting.invitations).find((other) => other.id === id);
  if (!inviting || !owner || invitation?.email !== email || !isOpen(invitation)) return [];
  return {
    id,
    event_name: inviting.head.name,
    event_date: inviting.head.event_date,
    role: invitation.role,
    invited_by: fullName(owner),
    created_at: new Date(invitation.since * 1_000).toISOString(),
  };
}
