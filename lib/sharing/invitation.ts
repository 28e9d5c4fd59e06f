import * as z from 'zod/mini';
import { getItem } from '../dynamodb/items.ts';
import { type EventReference, invitationKey } from '../dynamodb/keys.ts';
import { role } from '../events/roles.ts';

/** How long an invitation lasts. */
const INVITATION_SECONDS = 14 * 86_400;

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

export type Invitation = z.output<typeof invitationMap>[string] & { email: string };

export const isOpen = ({ s }: Pick<Invitation, 's'>): boolean => s + INVITATION_SECONDS > Date.now() / 1_000;

/** The item that leads an invited person to the event. Like a pointer to a shared event, it grants nothing. */
export const invitationItem = z.pipe(
  z.object({ owner_id: z.string(), event_id: z.int(), invitation_id: z.int() }),
  z.transform(({ owner_id, event_id, invitation_id }) => ({
    id: invitation_id,
    event: { ownerId: owner_id, eventId: event_id } satisfies EventReference,
  })),
);

export const toItem = ({ ownerId, eventId }: EventReference, { i, s }: Invitation) => ({
  owner_id: ownerId,
  event_id: eventId,
  invitation_id: i,
  expires_at: s + INVITATION_SECONDS,
});

/** The event that the person with an e-mail address was invited to. */
export async function invitedTo(email: string, id: number): Promise<EventReference | undefined> {
  const item = await getItem(invitationKey(email, id));
  return item && invitationItem.parse(item).event;
}
