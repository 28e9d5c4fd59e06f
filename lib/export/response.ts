import * as z from 'zod/mini';
import { emailAddress } from '../accounts/fields.ts';
import type { LinksOwner } from '../accounts/person.ts';
import { accountResponse, sessionResponse } from '../accounts/response.ts';
import { invitedRole, role } from '../auth/roles.ts';
import { budgetResponse, toBudgetResponse } from '../budgets/response.ts';
import { eventResponse, toEventResponse } from '../events/response.ts';
import { idResponse } from '../id.ts';
import { instant, toInstant } from '../instant.ts';
import { invitationResponse } from '../invitations/response.ts';
import { count } from '../lists/page.ts';
import type { Event } from '../plan/event.ts';
import type { EventHead, Membership } from '../plan/head.ts';
import { isPending } from '../plan/invitation.ts';
import { examplesOf, ifSet } from '../schema.ts';
import { accessTokenResponse } from '../tokens/response.ts';

const sharedEventResponse = z.object({ id: idResponse, role, since: instant }).check(
  z.meta({
    id: 'SharedEvent',
    examples: [{ id: 114640874098317, role: 'editor', since: '2026-11-21T09:30:00.000Z' }],
  }),
);

const lostEventResponse = z
  .object({ id: idResponse, name: eventResponse.shape.name, members_count: count })
  .check(
    z.meta({
      id: 'LostEvent',
      examples: [{ id: 114640874095021, name: 'Summer party', members_count: 2 }],
    }),
  );

const sentInvitation = z.object({ email: emailAddress, role: invitedRole, created_at: instant }).check(
  z.meta({
    id: 'SentInvitation',
    examples: [{ email: 'grace@example.com', role: 'editor', created_at: '2026-11-21T09:30:00.000Z' }],
  }),
);

const exportedEvent = z
  .object({
    ...eventResponse.shape,
    budgets: z.array(budgetResponse),
    invitations: z.optional(
      z.array(sentInvitation).check(z.meta({ description: 'Open invitations, if there are any' })),
    ),
    deleted_at: ifSet(instant, 'When it was deleted; only in `trash`'),
  })
  .check(z.meta({ id: 'ExportedEvent' }));

export const exportResponse = z
  .object({
    account: z.optional(accountResponse),
    sessions: z.optional(z.array(sessionResponse)),
    access_tokens: z.optional(z.array(accessTokenResponse)),
    shared_events: z.optional(z.array(sharedEventResponse)),
    lost_by_others: z.optional(
      z.array(lostEventResponse).check(
        z.meta({
          description:
            'Your events that have members. They lose them if you delete your account, unless you hand the events over before. ' +
            'Absent if there are none',
        }),
      ),
    ),
    invitations: z.optional(z.array(invitationResponse)),
    events: z.array(exportedEvent),
    trash: z.optional(
      z.array(exportedEvent).check(z.meta({ description: 'Deleted events, if there are any' })),
    ),
  })
  .check(
    z.meta({
      id: 'AccountExport',
      description:
        'All but `events`, `trash` and `invitations` is on the first page. `access_tokens`, `shared_events`, which others share with you, and ' +
        '`invitations` to events of others are absent if there are none',
      examples: [
        {
          account: examplesOf(accountResponse)[0],
          sessions: examplesOf(sessionResponse),
          events: examplesOf(eventResponse).map((event) =>
            Object.assign({}, event, { budgets: examplesOf(budgetResponse) }),
          ),
        },
      ],
    }),
  );

export const toSharedEvent = ({ eventId, role, since }: Membership & { eventId: number }) => ({
  id: eventId,
  role,
  since: toInstant(since * 1_000),
});

export const toLostEvent = ({ id, name, members }: EventHead) => ({
  id,
  name,
  members_count: members.length,
});

export function toExportedEvent(event: Event, owner: LinksOwner) {
  const open = event.invitations.filter((each) => isPending(each, owner));
  const sent = open.map(({ email, role, since }) => ({ email, role, created_at: toInstant(since * 1_000) }));
  return {
    ...toEventResponse(event),
    budgets: event.budgets.map(toBudgetResponse),
    ...(sent.length > 0 && { invitations: sent }),
    ...(event.deleted_at !== undefined && { deleted_at: toInstant(event.deleted_at) }),
  };
}
