import * as z from 'zod/mini';
import { OWNER, type Role } from '../auth/roles.ts';
import { getItem } from '../dynamodb/items.ts';
import { type EventReference, eventKey, headPath, memberPath } from '../dynamodb/keys.ts';
import { notFound } from '../errors.ts';
import { memberWith, notAllowed } from '../plan/access.ts';
import { changeEventAs } from '../plan/change-event.ts';
import type { Event, Sharing } from '../plan/event.ts';
import { type Membership, membershipsIn, roleMap } from '../plan/head.ts';
import { invitationMap, invitationsIn } from '../plan/invitation.ts';
import { getFound, ifOwnerIsActive, listPointers } from '../plan/repository.ts';

const sharedItem = z.object({
  head: z.object({ roles: roleMap, deleted_at: z.optional(z.int()) }),
  invitations: invitationMap,
});

export async function getSharing(event: EventReference): Promise<Sharing | undefined> {
  const item = await getItem(eventKey(event), [headPath('roles'), headPath('deleted_at'), ['invitations']]);
  // A projection may be empty.
  if (item?.['head'] === undefined) return undefined;
  const { head, invitations } = sharedItem.parse(item);
  return {
    ownerId: event.ownerId,
    members: membershipsIn(head.roles),
    deleted_at: head.deleted_at,
    invitations: invitationsIn(invitations),
  };
}

export const onlyThemselves = () => notAllowed(OWNER);

/** Throws `not_found`. */
export function withRole(event: Event, id: number, role: Role): Event {
  if (!event.members.some((member) => member.id === id)) throw notFound();
  return { ...event, members: event.members.map((each) => (each.id === id ? { ...each, role } : each)) };
}

/** The event without a member or an invitation. Members may remove themselves only. Throws a `Rejection`. */
export function withoutMember(event: Event, id: number, callerId: string): Event {
  const member = event.members.find((each) => each.id === id);
  const invitation = event.invitations.find((each) => each.id === id);
  const isOwn = callerId === event.ownerId || callerId === member?.accountId;
  if ((member || invitation) && !isOwn) throw onlyThemselves();
  if (!member && !invitation) throw notFound();
  return member
    ? withoutMembership(event, member)
    : { ...event, invitations: event.invitations.filter((each) => each !== invitation) };
}

/** An offer to a member ends with the membership. */
const withoutMembership = ({ members, invitations, ...event }: Event, member: Membership): Event => ({
  ...event,
  members: members.filter((each) => each !== member),
  invitations: invitations.filter((each) => each.role !== 'owner' || each.membershipId !== member.id),
});

/** For an account that is being erased. Throws `not_found`. */
export const endMembership = (event: EventReference, accountId: string): Promise<void> =>
  changeEventAs(
    { author: undefined, find: () => getFound(event) },
    {
      decide: (found) => {
        const member = memberWith(accountId, found);
        if (!member) throw notFound();
        return withoutMembership(found, member);
      },
      reply: () => undefined,
    },
  );

/** The account's memberships in events of others, with the events' ids, oldest event first. */
export async function membershipsOf(accountId: string): Promise<(Membership & { eventId: number })[]> {
  const pointers = await listPointers(accountId);
  const found = await Promise.all(
    pointers.map(async ({ event }) => {
      const membership = await ifOwnerIsActive(event, (found) => getMembership(found, accountId));
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
