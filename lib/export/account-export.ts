import * as z from 'zod/mini';
import { getAccount } from '../accounts/repository.ts';
import {
  accountResponse,
  sessionResponse,
  toAccountResponse,
  toSessionResponses,
} from '../accounts/response.ts';
import type { SessionReference } from '../auth/session.ts';
import { budgetResponse, toBudgetResponse } from '../budgets/response.ts';
import { queryPages } from '../dynamodb/items.ts';
import { eventsAfter } from '../dynamodb/queries.ts';
import { eventIn } from '../events/event.ts';
import { eventResponse, toEventResponse } from '../events/response.ts';
import { cursorParameter, idAfter, pageOf } from '../lists/page.ts';
import { examplesOf } from '../schema.ts';
import { invitationResponse, receivedInvitations } from '../invitations/received.ts';
import { sentInvitation, toSentInvitations } from '../invitations/sent.ts';
import { sharedEventResponse, sharedEventsOf } from '../members/shared-events.ts';

/** Query parameters of the export. */
export const exportQuery = z.object({ cursor: cursorParameter });

const exportedEvent = z
  .object({
    ...eventResponse.shape,
    budgets: z.array(budgetResponse),
    invitations: z.optional(
      z.array(sentInvitation).check(z.meta({ description: 'Open invitations, if there are any' })),
    ),
  })
  .check(z.meta({ id: 'ExportedEvent' }));

const example = {
  account: examplesOf(accountResponse)[0],
  sessions: examplesOf(sessionResponse),
  events: examplesOf(eventResponse).map((event) =>
    Object.assign({}, event, { budgets: examplesOf(budgetResponse) }),
  ),
};

/** Schema of an export in a response. */
export const exportResponse = z
  .object({
    account: z.optional(accountResponse),
    sessions: z.optional(z.array(sessionResponse)),
    shared_events: z.optional(z.array(sharedEventResponse)),
    invitations: z.optional(z.array(invitationResponse)),
    events: z.array(exportedEvent),
  })
  .check(
    z.meta({
      id: 'AccountExport',
      description:
        'All but `events` is on the first page. `shared_events`, which others share with you, and `invitations` to events ' +
        'of others are absent if there are none',
      examples: [example],
    }),
  );

/** A page of the caller's export: events with ids greater than the cursor, oldest first, each with its budgets. */
export async function exportPage(caller: SessionReference, cursor: number | undefined) {
  const [first, { data: events, return_count: _, ...next }] = await Promise.all([
    cursor === undefined ? firstPage(caller) : undefined,
    pageOf(queryPages(eventsAfter(caller.accountId, cursor ?? 0)), toExportedEvent, {
      cursorAfter: (item) => idAfter(eventIn(item)),
    }),
  ]);
  return { data: { ...first, events }, ...next };
}

/** What the first page has besides events. */
async function firstPage({ accountId, sessionId }: SessionReference) {
  const [account, shared] = await Promise.all([getAccount(accountId), sharedEventsOf(accountId)]);
  if (!account) return undefined;
  // Only the person with a verified address sees the invitations to it.
  const invitations = account.email_verified ? await receivedInvitations(account) : [];
  return {
    account: toAccountResponse(account),
    sessions: toSessionResponses(account, sessionId),
    ...(shared.length > 0 && { shared_events: shared }),
    ...(invitations.length > 0 && { invitations }),
  };
}

function toExportedEvent(item: unknown) {
  const event = eventIn(item);
  const sent = toSentInvitations(event.invitations);
  return {
    ...toEventResponse(event),
    budgets: event.budgets.map(toBudgetResponse),
    ...(sent.length > 0 && { invitations: sent }),
  };
}
