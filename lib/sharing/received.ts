import * as z from 'zod/mini';
import { fullName, getPerson, type Person } from '../accounts/person.ts';
import { getItem, queryOnce } from '../dynamodb/items.ts';
import { eventKey, headPath } from '../dynamodb/keys.ts';
import { invitationsOf } from '../dynamodb/queries.ts';
import { invitationMap, invitationsIn } from '../events/event.ts';
import { eventResponse } from '../events/event-response.ts';
import { storedHead } from '../events/head.ts';
import { role } from '../events/roles.ts';
import { idParameter, idResponse } from '../id.ts';
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

/** The open invitations of a person, oldest first. */
export async function receivedInvitations({ email }: Pick<Person, 'email'>) {
  const items = await queryOnce({ ...invitationsOf(email), Limit: MAX_LISTED });
  const found = await Promise.all(items.map((item) => received(email, item)));
  return found.flat();
}

const MAX_LISTED = 100;

/** Nothing if the invitation has expired or was withdrawn. */
async function received(email: string, item: unknown) {
  const { id, event } = invitationItem.parse(item);
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
