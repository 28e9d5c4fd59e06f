import type { Account } from '../accounts/account.ts';
import { getPerson } from '../accounts/person.ts';
import { getAccount } from '../accounts/repository.ts';
import { toAccountResponse, toSessionResponses } from '../accounts/response.ts';
import type { SessionReference } from '../auth/session.ts';
import { queryPages } from '../dynamodb/items.ts';
import { eventsAfter } from '../dynamodb/queries.ts';
import { invitationsAfter } from '../invitations/list-invitations.ts';
import { idAfter, pageOf } from '../lists/page.ts';
import { membershipsOf } from '../members/repository.ts';
import { eventIn } from '../plan/event.ts';
import type { EventHead } from '../plan/head.ts';
import { listEvents } from '../plan/repository.ts';
import { toAccessTokenResponses } from '../tokens/response.ts';
import { toExportedEvent, toLostEvent, toSharedEvent } from './response.ts';

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
    person?.email_verified ? invitationsAfter(person, after) : { data: [], next_cursor: undefined },
  ]);
  // Events and invitations share the cursor, so neither goes on where the other ends.
  const last = 'next_cursor' in received ? received.next_cursor : undefined;
  const events = queryPages(eventsAfter(accountId, after, last === undefined ? undefined : Number(last)));
  const { data, next_cursor: next = last } = {
    next_cursor: undefined,
    ...(await pageOf(events, (item) => toExportedEvent(eventIn(item), person ?? {}), {
      cursorAfter: (item) => idAfter(eventIn(item)),
    })),
  };
  const invitations = received.data.filter(({ id }) => next === undefined || id <= Number(next));
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

/** Parts that only the first page has. */
async function firstPage(account: Account, { accountId, sessionId }: SessionReference) {
  const [memberships, lost] = await Promise.all([membershipsOf(accountId), eventsWithMembers(accountId)]);
  const tokens = toAccessTokenResponses(account);
  return {
    account: toAccountResponse(account),
    sessions: toSessionResponses(account, sessionId),
    ...(tokens.length > 0 && { access_tokens: tokens }),
    ...(memberships.length > 0 && { shared_events: memberships.map(toSharedEvent) }),
    ...(lost.length > 0 && { lost_by_others: lost.map(toLostEvent) }),
  };
}

/** The account's own events that have members, who lose them with the account. */
async function eventsWithMembers(accountId: string): Promise<EventHead[]> {
  const found: EventHead[] = [];
  for await (const events of listEvents(accountId, undefined, { ownOnly: true }))
    found.push(...events.filter(({ members }) => members.length > 0));
  return found;
}
