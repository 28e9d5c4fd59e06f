import * as z from 'zod/mini';
import { type Role, role } from '../auth/roles.ts';
import type { EventReference } from '../dynamodb/keys.ts';
import type { Invitation } from '../events/event.ts';

const INVITATION_SECONDS = 14 * 86_400;

/** Whether an invitation hasn't expired. */
export const isOpen = ({ since }: Pick<Invitation, 'since'>): boolean =>
  since + INVITATION_SECONDS > Date.now() / 1_000;

/** What an invited person finds. It counts only while the event has the invitation too. */
export interface ReceivedInvitation {
  /** Also of the membership that it may become. */
  id: number;
  role: Role;
  event: EventReference;
  /** Whether it hasn't expired. */
  isOpen: boolean;
}

/** The item under the invited e-mail address. */
export const invitationItem = z.pipe(
  z.object({
    owner_id: z.string(),
    event_id: z.int(),
    invitation_id: z.int(),
    role,
    /** Unix time in seconds. DynamoDB deletes the item some time later. */
    expires_at: z.int(),
  }),
  z.transform(
    ({ owner_id, event_id, invitation_id, role, expires_at }): ReceivedInvitation => ({
      id: invitation_id,
      role,
      event: { ownerId: owner_id, eventId: event_id },
      isOpen: expires_at > Date.now() / 1_000,
    }),
  ),
);

export const toInvitationItem = ({ ownerId, eventId }: EventReference, { id, role, since }: Invitation) => ({
  owner_id: ownerId,
  event_id: eventId,
  invitation_id: id,
  role,
  expires_at: since + INVITATION_SECONDS,
});
