import * as z from 'zod/mini';
import { Delete } from '../dynamodb/changes.ts';
import { equals } from '../dynamodb/conditions.ts';
import { getItem } from '../dynamodb/items.ts';
import { type EventReference, invitationKey, invitationPath } from '../dynamodb/keys.ts';
import { NotFoundError } from '../errors.ts';
import { type Invitation, type Sharing, sharingIn } from '../events/event.ts';
import { EventUpdate, type Target } from '../events/event-update.ts';
import { type Role, role } from '../events/roles.ts';
import { writeUnread } from '../events/write-event.ts';

/** How long an invitation lasts. */
const INVITATION_SECONDS = 14 * 86_400;

export const isOpen = ({ since }: Pick<Invitation, 'since'>): boolean =>
  since + INVITATION_SECONDS > Date.now() / 1_000;

/** The item that leads an invited person to the event, while that has the invitation. */
export const invitationItem = z.pipe(
  z.object({
    owner_id: z.string(),
    event_id: z.int(),
    invitation_id: z.int(),
    role,
    /** Unix time in seconds. DynamoDB deletes the item some time later. */
    expires_at: z.int(),
  }),
  z.transform(({ owner_id, event_id, invitation_id, role, expires_at }) => ({
    id: invitation_id,
    role,
    event: { ownerId: owner_id, eventId: event_id } satisfies EventReference,
    isOpen: expires_at > Date.now() / 1_000,
  })),
);

export const toItem = ({ ownerId, eventId }: EventReference, { id, role, since }: Invitation) => ({
  owner_id: ownerId,
  event_id: eventId,
  invitation_id: id,
  role,
  expires_at: since + INVITATION_SECONDS,
});

interface Received {
  event: EventReference;
  role: Role;
  isOpen: boolean;
}

/** The invitation of the person with an e-mail address. */
export async function getInvitation(email: string, id: number): Promise<Received | undefined> {
  const item = await getItem(invitationKey(email, id));
  return item && invitationItem.parse(item);
}

export const noInvitation = (): NotFoundError => new NotFoundError('There is no such invitation');

/** The changes that take an invitation back, or that an invited person declines it with. */
export const withdrawal = (target: Target, { email, id }: Pick<Invitation, 'email' | 'id'>) =>
  [
    new EventUpdate(target)
      .raiseSharing()
      .require(equals([...invitationPath(email), 'i'], id), noInvitation)
      .remove(invitationPath(email)),
    new Delete(invitationKey(email, id)),
  ] as const;

/** Declines an invitation of the person with an e-mail address. Throws `NotFoundError`. */
export async function decline(email: string, id: number): Promise<void> {
  const invitation = await getInvitation(email, id);
  if (!invitation) throw noInvitation();
  await withdraw(invitation.event, { email, id });
}

/** Takes an invitation from its event. Throws `NotFoundError`. */
export async function withdraw(
  event: EventReference,
  invitation: Pick<Invitation, 'email' | 'id'>,
): Promise<void> {
  await writeUnread(event, {
    parse: sharingIn,
    decide: (target, _?: Sharing) => ({ changes: withdrawal(target, invitation), result: undefined }),
  });
}
