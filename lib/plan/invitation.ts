import * as z from 'zod/mini';
import { hasCredentialsVersion, type LinksOwner } from '../accounts/person.ts';
import { invitedRole, type Role } from '../auth/roles.ts';
import { nowInSeconds } from '../instant.ts';
import type { EventHead, Membership } from './head.ts';

/** The role that is stored of an ownership offer, because version 0.4 knows no owners. The next version can store `owner`. */
const OFFERED: Role = 'viewer';
const storedRole = z.pipe(
  invitedRole,
  z.transform((stored) => (stored === 'owner' ? OFFERED : stored)),
);

/** By e-mail address, in an event's item. */
export const invitationMap = z.record(
  z.string(),
  z.object({
    i: z.int(),
    /** Since when, in Unix time (seconds). */
    s: z.int(),
    r: storedRole,
    /** Only of an ownership offer: the `links_epoch` of its owner's account. */
    e: z.optional(z.int()),
    /** Ownership offers only: id of the membership that the address has already. */
    m: z.optional(z.int()),
  }),
);

interface Offer {
  /** Also that of the membership that it may become. */
  id: number;
  email: string;
  /** Unix time in seconds. */
  since: number;
}

interface RoleInvitation extends Offer {
  role: Role;
}

/** Whoever accepts it owns the event. */
export interface OwnershipOffer extends Offer {
  role: 'owner';
  /** The credentials version of the owner's account then. Once the account has another one, the offer has ended. */
  credentialsVersion: number;
  /** Id of the address's membership, if it is a member's. */
  membershipId: number | undefined;
}

export type Invitation = RoleInvitation | OwnershipOffer;

export const invitationsIn = (map: z.output<typeof invitationMap>): Invitation[] =>
  Object.entries(map).map(([email, { i: id, s: since, r, e: credentialsVersion, m: membershipId }]) =>
    credentialsVersion === undefined
      ? { id, email, since, role: r }
      : { id, email, since, role: 'owner', credentialsVersion, membershipId },
  );

export const storedInvitations = (invitations: Invitation[]): z.output<typeof invitationMap> =>
  Object.fromEntries(
    invitations.map(({ id: i, email, since: s, ...kind }) => [
      email,
      kind.role === 'owner'
        ? { i, s, r: OFFERED, e: kind.credentialsVersion, m: kind.membershipId }
        : { i, s, r: kind.role },
    ]),
  );

const INVITATION_SECONDS = 14 * 86_400;

/** Unix time in seconds. */
export const endOfInvitation = ({ since }: Pick<Invitation, 'since'>): number => since + INVITATION_SECONDS;

/** Minimum time for the owner to read the mail about an offer, and to withdraw it. */
const WAIT_SECONDS = 86_400;

/** After so long, a member needn't wait, and a second factor or an address is the owner's. */
export const KNOWN_SECONDS = 7 * 86_400;

/** The Unix time (seconds) from which an offer can be accepted. `memberSince` is that of whom it is for, if it is a member. */
export const acceptableFrom = (since: number, memberSince: number | undefined): number =>
  Math.min(since + WAIT_SECONDS, (memberSince ?? since) + KNOWN_SECONDS);

/** Returns since when the one is a member to whom an event is offered. */
export const memberSinceOf = (
  members: Membership[],
  { membershipId }: Pick<OwnershipOffer, 'membershipId'>,
): number | undefined => members.find(({ id }) => id === membershipId)?.since;

export const isOpen = ({ since }: Pick<Invitation, 'since'>): boolean =>
  endOfInvitation({ since }) > nowInSeconds();

/** False if it has expired, or something that the owner did has ended it. */
export const isPending = (
  {
    credentialsVersion,
    ...invitation
  }: Pick<Invitation, 'since'> & { credentialsVersion?: number | undefined },
  owner: LinksOwner,
): boolean =>
  isOpen(invitation) &&
  (credentialsVersion === undefined || hasCredentialsVersion(owner, credentialsVersion));

/** The item under the invited e-mail address. It counts only while the event has the invitation too. */
export const invitationItem = z.pipe(
  z.object({
    owner_id: z.string(),
    event_id: z.int(),
    /** Copied when it was sent, so that a list of invitations reads no event. */
    event_name: z.string(),
    event_date: z.string(),
    invitation_id: z.int(),
    role: storedRole,
    /** Only of an ownership offer. */
    links_epoch: z.optional(z.int()),
    /** Only of an ownership offer to a member. Version 0.4 stores none. */
    member_since: z.optional(z.int()),
    /** Unix time in seconds. DynamoDB deletes the item some time later. */
    expires_at: z.int(),
  }),
  z.transform(({ links_epoch, ...item }) => ({
    id: item.invitation_id,
    role: links_epoch === undefined ? item.role : ('owner' as const),
    credentialsVersion: links_epoch,
    memberSince: item.member_since,
    event: { ownerId: item.owner_id, eventId: item.event_id },
    eventName: item.event_name,
    eventDate: item.event_date,
    /** Unix time in seconds. */
    since: item.expires_at - INVITATION_SECONDS,
  })),
);

export type ReceivedInvitation = z.output<typeof invitationItem>;

export const toInvitationItem = (
  event: Pick<EventHead, 'ownerId' | 'id' | 'name' | 'event_date' | 'members'>,
  { id, role, since, ...kind }: Invitation,
) => ({
  owner_id: event.ownerId,
  event_id: event.id,
  event_name: event.name,
  event_date: event.event_date,
  invitation_id: id,
  ...('credentialsVersion' in kind
    ? {
        role: OFFERED,
        links_epoch: kind.credentialsVersion,
        member_since: memberSinceOf(event.members, kind),
      }
    : { role }),
  expires_at: endOfInvitation({ since }),
});
