import * as z from 'zod/mini';
import { hasCredentialsVersion, type LinksOwner } from '../accounts/person.ts';
import { invitedRole, type Role } from '../auth/roles.ts';
import type { EventReference } from '../dynamodb/keys.ts';
import { nowInSeconds } from '../instant.ts';
import type { EventHead } from './head.ts';

/** The role that is stored of an ownership offer, because version 0.4 knows no owners. The next version can store `owner`. */
const OFFERED: Role = 'viewer';
const storedRole = z.pipe(
  invitedRole,
  z.transform((stored) => (stored === 'owner' ? OFFERED : stored)),
);

/** The invitations in an event's item, by e-mail address. */
export const invitationMap = z.record(
  z.string(),
  z.object({
    /** Id of the invitation, and later of the membership. */
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
  id: number;
  email: string;
  /** Unix time in seconds. */
  since: number;
}

/** An offer of a role in an event to an e-mail address. Its id is also that of the membership that it may become. */
interface RoleInvitation extends Offer {
  role: Role;
}

/** An offer of an event itself: who accepts it owns the event. */
export interface OwnershipOffer extends Offer {
  role: 'owner';
  /** The `links_epoch` that the account of the event's owner had then. Once the account has another one, the offer has ended. */
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

/** Stored form of an event's invitations. */
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

/** Returns whether an invitation hasn't expired. */
export const isOpen = ({ since }: Pick<Invitation, 'since'>): boolean =>
  since + INVITATION_SECONDS > nowInSeconds();

/** Returns whether an invitation hasn't expired, and nothing that the owner did has ended it. */
export const isPending = (
  {
    credentialsVersion,
    ...invitation
  }: Pick<Invitation, 'since'> & { credentialsVersion?: number | undefined },
  owner: LinksOwner,
): boolean =>
  isOpen(invitation) &&
  (credentialsVersion === undefined || hasCredentialsVersion(owner, credentialsVersion));

/** An invitation as the invited person finds it. It counts only while the event has it too. */
export interface ReceivedInvitation {
  id: number;
  role: Invitation['role'];
  /** Ownership offers only. */
  credentialsVersion: number | undefined;
  event: EventReference;
  /** Copied when it was sent, so that a list of invitations reads no event. */
  eventName: string;
  eventDate: string;
  /** Unix time in seconds. */
  since: number;
}

/** The item under the invited e-mail address. */
export const invitationItem = z.pipe(
  z.object({
    owner_id: z.string(),
    event_id: z.int(),
    event_name: z.string(),
    event_date: z.string(),
    invitation_id: z.int(),
    role: storedRole,
    /** Only of an ownership offer. */
    links_epoch: z.optional(z.int()),
    /** Unix time in seconds. DynamoDB deletes the item some time later. */
    expires_at: z.int(),
  }),
  z.transform(
    (item): ReceivedInvitation => ({
      id: item.invitation_id,
      role: item.links_epoch === undefined ? item.role : 'owner',
      credentialsVersion: item.links_epoch,
      event: { ownerId: item.owner_id, eventId: item.event_id },
      eventName: item.event_name,
      eventDate: item.event_date,
      since: item.expires_at - INVITATION_SECONDS,
    }),
  ),
);

/** Item under the invited e-mail address. */
export const toInvitationItem = (
  event: Pick<EventHead, 'ownerId' | 'id' | 'name' | 'event_date'>,
  { id, role, since, ...kind }: Invitation,
) => ({
  owner_id: event.ownerId,
  event_id: event.id,
  event_name: event.name,
  event_date: event.event_date,
  invitation_id: id,
  ...('credentialsVersion' in kind ? { role: OFFERED, links_epoch: kind.credentialsVersion } : { role }),
  expires_at: since + INVITATION_SECONDS,
});
