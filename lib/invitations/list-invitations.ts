import type * as z from 'zod/mini';
import { getPerson, type Person } from '../accounts/person.ts';
import type { ReceivedInvitation } from '../events/invitation.ts';
import { idAfter, pageOf } from '../lists/page.ts';
import { openInvitations } from './repository.ts';
import { type invitationResponse, toInvitationResponse } from './response.ts';

const PAGE = 100;

/** The newest of one inviter that are listed. Otherwise one could hide those of all others. */
const MAX_OF_INVITER = 3;

/** One page of the open invitations of a person, newest first, those with ids below `before`. */
export async function pageOfInvitations({ email }: Pick<Person, 'email'>, before = Number.MAX_SAFE_INTEGER) {
  const listed = (await listedInvitations(email)).filter(({ id }) => id < before);
  return pageOf(withInviters(listed), (invitation) => invitation, { cursorAfter: idAfter, limit: PAGE });
}

/** All open invitations of a person that are listed, newest first. */
export const allInvitations = async ({ email }: Pick<Person, 'email'>) =>
  (await Array.fromAsync(withInviters(await listedInvitations(email)))).flat();

async function listedInvitations(email: string): Promise<ReceivedInvitation[]> {
  const counts = new Map<string, number>();
  return (await openInvitations(email)).filter(({ event: { ownerId } }) => {
    const count = (counts.get(ownerId) ?? 0) + 1;
    counts.set(ownerId, count);
    return count <= MAX_OF_INVITER;
  });
}

/** Yields invitations with the names of their inviters, some at a time. Leaves out those of accounts that are gone. */
async function* withInviters(
  invitations: ReceivedInvitation[],
): AsyncGenerator<z.output<typeof invitationResponse>[]> {
  for (let start = 0; start < invitations.length; start += PAGE) {
    const some = invitations.slice(start, start + PAGE);
    const ids = [...new Set(some.map(({ event }) => event.ownerId))];
    const inviters = new Map(await Promise.all(ids.map(async (id) => [id, await getPerson(id)] as const)));
    yield some.flatMap((invitation) => {
      const inviter = inviters.get(invitation.event.ownerId);
      return inviter ? toInvitationResponse(invitation, inviter) : [];
    });
  }
}
