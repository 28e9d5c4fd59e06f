import * as z from 'zod/mini';
import { type Role, role } from '../auth/roles.ts';
import type { EventReference } from '../dynamodb/keys.ts';
import { nowInSeconds } from '../instant.ts';
import type { EventHead } from './head.ts';

/** The invitations in an event's item, by e-mail address. */
export const invitationMap = z.record(
  z.string(),
  z.object({
    /** Id of the invitation, and later of the membership. */
    i: z.int(),
    /** Role. */
    r: role,
    /** Since when, in Unix time (seconds). */
    s: z.int(),
  }),
);

/** An offer of a role in an event to an e-mail address. */
export interface Invitation {
  /** Also of the membership that it may become. */
  id: number;
  email: string;
  role: Role;
  /** Unix time in seconds. */
  since: number;
}

export const invitationsIn = (map: z.output<typeof invitationMap>): Invitation[] =>
  Object.entries(map).map(([email, { i, r, s }]) => ({ id: i, email, role: r, since: s }));

/** What an event's item has of invitations. */
export const storedInvitations = (invitations: Invitation[]): z.output<typeof invitationMap> =>
  Object.fromEntries(invitations.map(({ id, email, role, since }) => [email, { i: id, r: role, s: since }]));

const INVITATION_SECONDS = 14 * 86_400;

/** Whether an invitation hasn't expired. */
export const isOpen = ({ since }: Pick<Invitation, 'since'>): boolean =>
  since + INVITATION_SECONDS > nowInSeconds();

/** What an invited person finds. It counts only while the event has the invitation too. */
export interface ReceivedInvitation {
  /** Also of the membership that it may become. */
  id: number;
  role: Role;
  event: EventReference;
  /** As they were when it was sent, so that a list of invitations reads no event. */
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
    role,
    /** Unix time in seconds. DynamoDB deletes the item some time later. */
    expires_at: z.int(),
  }),
  z.transform(
    (item): ReceivedInvitation => ({
      id: item.invitation_id,
      role: item.role,
      event: { ownerId: item.owner_id, eventId: item.event_id },
      eventName: item.event_name,
      eventDate: item.event_date,
      since: item.expires_at - INVITATION_SECONDS,
    }),
  ),
);

/** What is stored under the invited e-mail address. */
export const toInvitationItem = (
  event: Pick<EventHead, 'ownerId' | 'id' | 'name' | 'event_date'>,
  { id, role, since }: Invitation,
) => ({
  owner_id: event.ownerId,
  event_id: event.id,
  event_name: event.name,
  event_date: event.event_date,
  invitation_id: id,
  role,
  expires_at: since + INVITATION_SECONDS,
});
