import * as z from 'zod/mini';
import { fullName, type Person } from '../accounts/person.ts';
import { invitedRole } from '../auth/roles.ts';
import { eventResponse } from '../events/response.ts';
import { idResponse } from '../id.ts';
import { instant, toInstant } from '../instant.ts';
import type { ReceivedInvitation } from '../plan/invitation.ts';

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

export const toInvitationResponse = (
  { id, eventName, eventDate, role, since }: ReceivedInvitation,
  owner: Person,
) => ({
  id,
  event_name: eventName,
  event_date: eventDate,
  role,
  invited_by: fullName(owner),
  created_at: toInstant(since * 1_000),
});
