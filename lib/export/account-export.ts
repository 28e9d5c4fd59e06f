import { getAccount } from '../accounts/repository.ts';
import { toAccountResponse, toSessionResponses } from '../accounts/response.ts';
import type { SessionReference } from '../auth/session.ts';
import { queryPages } from '../dynamodb/items.ts';
import { eventsAfter } from '../dynamodb/queries.ts';
import { eventIn } from '../events/event.ts';
import { allInvitations } from '../invitations/list-invitations.ts';
import { idAfter, pageOf } from '../lists/page.ts';
import { membershipsOf } from '../members/repository.ts';
import { toAccessTokenResponses } from '../tokens/response.ts';
import { toExportedEvent, toSharedEvent } from './response.ts';

/**
 * A page of the caller's export: events with ids greater than the cursor, oldest first, each with its budgets, and those of
 * them that are in the trash apart.
 */
export async function exportPage(caller: SessionReference, cursor: number | undefined) {
  const [first, { data, return_count: _, ...next }] = await Promise.all([
    cursor === undefined ? firstPage(caller) : undefined,
    pageOf(queryPages(eventsAfter(caller.accountId, cursor ?? 0)), (item) => toExportedEvent(eventIn(item)), {
      cursorAfter: (item) => idAfter(eventIn(item)),
    }),
  ]);
  const { events = [], trash } = Object.groupBy(data, ({ deleted_at }) => (deleted_at ? 'trash' : 'events'));
  return { data: { ...first, events, ...(trash && { trash }) }, ...next };
}

/** What the first page has besides events. */
async function firstPage({ accountId, sessionId }: SessionReference) {
  const [account, memberships] = await Promise.all([getAccount(accountId), membershipsOf(accountId)]);
  if (!account) return undefined;
  const tokens = toAccessTokenResponses(account);
  // Only the person with a verified address sees the invitations to it.
  const invitations = account.email_verified ? await allInvitations(account) : [];
  return {
    account: toAccountResponse(account),
    sessions: toSessionResponses(account, sessionId),
    ...(tokens.length > 0 && { access_tokens: tokens }),
    ...(memberships.length > 0 && { shared_events: memberships.map(toSharedEvent) }),
    ...(invitations.length > 0 && { invitations }),
  };
}
