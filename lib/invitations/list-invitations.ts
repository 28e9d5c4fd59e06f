import * as z from 'zod/mini';
import { fullName, getPerson, type Person } from '../accounts/person.ts';
import { invitedRole } from '../auth/roles.ts';
import { queryPages } from '../dynamodb/items.ts';
import { invitationsOf } from '../dynamodb/keys.ts';
import { eventResponse } from '../events/response.ts';
import { idResponse } from '../id.ts';
import { instant, toInstant } from '../instant.ts';
import { idCursorParameter } from '../lists/cursor.ts';
import { idAfter, limitParameter, pageOf } from '../lists/page.ts';
import { acceptableFromResponse } from '../members/response.ts';
import {
  acceptableFrom,
  invitationItem,
  isOpen,
  isPending,
  type ReceivedInvitation,
} from '../plan/invitation.ts';
import { MAX_READS } from '../plan/repository.ts';

export const invitationsQuery = z.object({
  limit: limitParameter('invitations'),
  cursor: idCursorParameter,
});

export const invitationResponse = z
  .object({
    id: idResponse,
    event_name: eventResponse.shape.name.check(
      z.meta({ description: 'The name when the invitation was sent, or the event got another owner' }),
    ),
    event_date: eventResponse.shape.event_date.check(
      z.meta({ description: 'The date when the invitation was sent, or the event got another owner' }),
    ),
    role: invitedRole.check(
      z.meta({ description: 'What you become by accepting. As `owner` you take over the event' }),
    ),
    invited_by: z.string().check(z.meta({ description: 'Name of the owner' })),
    created_at: instant,
    acceptable_from: acceptableFromResponse,
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

/** Invitations on a page, and in one read. */
const PAGE = 100;

/** The newest of one inviter that a page lists. Otherwise one could hide those of all others. */
const MAX_OF_INVITER = 3;

type Addressee = Pick<Person, 'email'>;

/** A page of a person's open invitations, newest first. */
export function pageOfInvitations(
  person: Addressee,
  { limit = PAGE, cursor }: z.output<typeof invitationsQuery>,
) {
  const counts = new Map<string, number>();
  const isFew = ({ event: { ownerId } }: ReceivedInvitation) => {
    const count = (counts.get(ownerId) ?? 0) + 1;
    counts.set(ownerId, count);
    return count <= MAX_OF_INVITER;
  };
  const range = cursor === undefined ? {} : { last: cursor - 1 };
  return pageOfRange(person, { range, newestFirst: true, isListed: isFew, limit });
}

/** A page of a person's open invitations with ids greater than `after`, oldest first. */
export const invitationsAfter = (person: Addressee, after: number) =>
  pageOfRange(person, { range: { first: after + 1 }, newestFirst: false, isListed: () => true, limit: PAGE });

interface Selection {
  range: { first?: number; last?: number };
  newestFirst: boolean;
  /** Called for each open invitation, in order. */
  isListed: (invitation: ReceivedInvitation) => boolean;
  limit: number;
}

/** Ends after some reads, because an address may have any number of invitations. */
function pageOfRange({ email }: Addressee, { range, newestFirst, isListed, limit }: Selection) {
  const query = { ...invitationsOf(email, range), ScanIndexForward: !newestFirst, Limit: PAGE };
  const toResponse = ({ invitation, inviter }: Received) => {
    if (!inviter || !isPending(invitation, inviter) || !isListed(invitation)) return undefined;
    return {
      id: invitation.id,
      event_name: invitation.eventName,
      event_date: invitation.eventDate,
      role: invitation.role,
      invited_by: fullName(inviter),
      created_at: toInstant(invitation.since * 1_000),
      ...(invitation.role === 'owner' && {
        acceptable_from: toInstant(acceptableFrom(invitation.since, invitation.memberSince) * 1_000),
      }),
    };
  };
  return pageOf(withInviters(queryPages(query)), toResponse, {
    cursorAfter: ({ invitation }) => idAfter(invitation),
    limit,
    maxReads: MAX_READS,
  });
}

interface Received {
  invitation: ReceivedInvitation;
  /** `undefined` if the account was erased. */
  inviter: Person | undefined;
}

/** Reads who sent the open ones, each person once. */
async function* withInviters(pages: AsyncIterable<unknown[]>): AsyncGenerator<Received[]> {
  const inviters = new Map<string, Person | undefined>();
  for await (const items of pages) {
    const invitations = items.map((item) => invitationItem.parse(item));
    const ids = new Set(invitations.filter(isOpen).map(({ event }) => event.ownerId));
    const unknown = [...ids].filter((id) => !inviters.has(id));
    await Promise.all(unknown.map(async (id) => inviters.set(id, await getPerson(id))));
    yield invitations.map((invitation) => ({
      invitation,
      inviter: inviters.get(invitation.event.ownerId),
    }));
  }
}
