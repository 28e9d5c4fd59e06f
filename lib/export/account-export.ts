import * as z from 'zod/mini';
import { getAccount } from '../accounts/account-repository.ts';
import {
  accountResponse,
  sessionResponse,
  toAccountResponse,
  toSessionResponses,
} from '../accounts/account-response.ts';
import type { SessionReference } from '../auth/sessions.ts';
import { budgetMap, budgetResponse, toBudgetResponse } from '../budgets/budget.ts';
import { queryPages } from '../dynamodb/items.ts';
import { eventsAfter } from '../dynamodb/queries.ts';
import { eventResponse, fromItem, toEventResponse } from '../events/event.ts';
import { cursorParameter, idAfter, pageOf } from '../page.ts';
import { examplesOf } from '../schema.ts';

/** Query parameters of the export. */
export const exportQuery = z.object({ cursor: cursorParameter });

const exportedEvent = z
  .object({ ...eventResponse.shape, budgets: z.array(budgetResponse) })
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
    events: z.array(exportedEvent),
  })
  .check(
    z.meta({
      id: 'AccountExport',
      description: '`account` and `sessions` are on the first page',
      examples: [example],
    }),
  );

/** A page of the caller's export: events with ids greater than the cursor, oldest first, each with its budgets. */
export async function exportPage({ accountId, sessionId }: SessionReference, cursor: number | undefined) {
  const [account, { data: events, return_count: _, ...next }] = await Promise.all([
    cursor === undefined ? getAccount(accountId) : undefined,
    pageOf(queryPages(eventsAfter(accountId, cursor ?? 0)), toExportedEvent, {
      cursorAfter: (item) => idAfter(fromItem(item)),
    }),
  ]);
  const first = account && {
    account: toAccountResponse(account),
    sessions: toSessionResponses(account, sessionId),
  };
  return { data: { ...first, events }, ...next };
}

const wholeEvent = z.object({ budgets: budgetMap });

const toExportedEvent = (item: unknown) => ({
  ...toEventResponse(fromItem(item)),
  budgets: wholeEvent.parse(item).budgets.map(toBudgetResponse),
});
