import * as z from 'zod/mini';
import type { Account } from '../accounts/account.ts';
import { emailResponse } from '../accounts/fields.ts';
import { getPerson, type LinksOwner } from '../accounts/person.ts';
import { getAccount } from '../accounts/repository.ts';
import {
  accountResponse,
  sessionResponse,
  toAccountResponse,
  toSessionResponses,
} from '../accounts/response.ts';
import { invitedRole, role } from '../auth/roles.ts';
import type { SessionReference } from '../auth/session.ts';
import { budgetResponse, toBudgetResponse } from '../budgets/response.ts';
import { queryPages } from '../dynamodb/items.ts';
import { eventsAfter } from '../dynamodb/keys.ts';
import { eventResponse, toEventResponse } from '../events/response.ts';
import { idResponse } from '../id.ts';
import { instant, toInstant } from '../instant.ts';
import { invitationResponse, invitationsAfter } from '../invitations/list-invitations.ts';
import { count, idAfter, pageOf } from '../lists/page.ts';
import { membershipsOf } from '../members/repository.ts';
import { type Event, eventIn } from '../plan/event.ts';
import { isPending } from '../plan/invitation.ts';
import { listEvents } from '../plan/repository.ts';
import { examplesOf, ifSet } from '../schema.ts';
import { accessTokenResponse, toAccessTokenResponses } from '../tokens/response.ts';

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

const sentInvitation = z.object({ email: emailResponse, role: invitedRole, created_at: instant }).check(
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

function toExportedEvent(event: Event, owner: LinksOwner) {
  const open = event.invitations.filter((each) => isPending(each, owner));
  const sent = open.map(({ email, role, since }) => ({ email, role, created_at: toInstant(since * 1_000) }));
  return {
    ...toEventResponse(event),
    budgets: event.budgets.map(toBudgetResponse),
    ...(sent.length > 0 && { invitations: sent }),
    ...(event.deleted_at !== undefined && { deleted_at: toInstant(event.deleted_at) }),
  };
}

/**
 * A page of the caller's export: what has ids greater than the cursor, oldest first. These are events, each with its budgets,
 * those in the trash apart, and received invitations.
 */
export async function exportPage(caller: SessionReference, cursor: number | undefined) {
  const { accountId } = caller;
  const after = cursor ?? 0;
  const account = cursor === undefined ? await getAccount(accountId) : undefined;
  const person = account ?? (await getPerson(accountId));
  const [first, received] = await Promise.all([
    account && firstPage(account, caller),
    // Only the person with a verified address sees the invitations to it.
    person?.email_verified ? invitationsAfter(person, after) : undefined,
  ]);
  // Events and invitations share the cursor, so neither goes on where the other ends.
  const last = received?.next_cursor;
  const events = queryPages(eventsAfter(accountId, after, last === undefined ? undefined : Number(last)));
  const { data, next_cursor: next = last } = await pageOf(
    events,
    (item) => toExportedEvent(eventIn(item), person ?? {}),
    { cursorAfter: (item) => idAfter(eventIn(item)) },
  );
  const invitations = (received?.data ?? []).filter(({ id }) => next === undefined || id <= Number(next));
  const { events: kept = [], trash } = Object.groupBy(data, ({ deleted_at }) =>
    deleted_at ? 'trash' : 'events',
  );
  return {
    data: {
      ...first,
      ...(invitations.length > 0 && { invitations }),
      events: kept,
      ...(trash && { trash }),
    },
    ...(next !== undefined && { next_cursor: next }),
  };
}

async function firstPage(account: Account, { accountId, sessionId }: SessionReference) {
  const [memberships, lost] = await Promise.all([membershipsOf(accountId), eventsWithMembers(accountId)]);
  const tokens = toAccessTokenResponses(account);
  return {
    account: toAccountResponse(account),
    sessions: toSessionResponses(account, sessionId),
    ...(tokens.length > 0 && { access_tokens: tokens }),
    ...(memberships.length > 0 && {
      shared_events: memberships.map(({ eventId, role, since }) => ({
        id: eventId,
        role,
        since: toInstant(since * 1_000),
      })),
    }),
    ...(lost.length > 0 && { lost_by_others: lost }),
  };
}

async function eventsWithMembers(accountId: string) {
  const found = [];
  for await (const events of listEvents(accountId, undefined, { ownOnly: true }))
    for (const { id, name, members } of events)
      if (members.length > 0) found.push({ id, name, members_count: members.length });
  return found;
}
