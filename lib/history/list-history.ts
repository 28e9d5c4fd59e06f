import { getPerson } from '../accounts/person.ts';
import { queryPages } from '../dynamodb/items.ts';
import { historyBetween } from '../dynamodb/queries.ts';
import { listOf, pageOf } from '../lists/page.ts';
import type { EventCaller } from '../plan/involvement.ts';
import { readHead } from '../plan/read-event.ts';
import { MAX_READS } from '../plan/repository.ts';
import { entryIn, type HistoryEntry, isKept, type RecordedChange } from './entry.ts';
import { isPendingAfter } from './pending.ts';
import type { HistoryQuery } from './query.ts';
import { type People, toHistoryEntry } from './response.ts';

const DEFAULT_LIMIT = 50;

/** One page of what was written of an event, newest first. Throws a `RefusalError`. */
export async function pageOfHistory(
  caller: EventCaller,
  eventId: number,
  { limit = DEFAULT_LIMIT, after = 0, budget_id, cursor }: HistoryQuery,
) {
  const event = await readHead(caller, eventId);
  const first = Math.max(after + 1, event.history_from ?? 1);
  const isFirstPage = cursor === undefined;
  const last = (cursor ?? Number.MAX_SAFE_INTEGER) - 1;
  // DynamoDB takes no such range.
  if (first > last) return listOf([]);
  const query = historyBetween({ ownerId: event.ownerId, eventId }, first, last);
  // One more than the limit tells whether there is a next page.
  const pages = queryPages({ ...query, ...(budget_id === undefined && { Limit: limit + 1 }) });
  const people: People = new Map();
  let newest = first - 1;
  const toResponse = (entry: HistoryEntry) => {
    newest = Math.max(newest, entry.version);
    const changes = entry.changes.filter((change) => isOf(change, budget_id));
    if (budget_id !== undefined && changes.length === 0 && entry.more === 0) return undefined;
    return toHistoryEntry({ ...entry, changes }, { event, people, callerId: caller.accountId });
  };
  const page = await pageOf(withPeople(pages, people), toResponse, {
    cursorAfter: ({ version }) => String(version),
    limit,
    maxReads: MAX_READS,
  });
  return { ...page, ...(isFirstPage && isPendingAfter(newest, event) && { pending: true }) };
}

const isOf = (change: RecordedChange, budgetId: number | undefined): boolean =>
  budgetId === undefined ||
  (change.kind === 'budget' && change.id === budgetId) ||
  (change.kind === 'payment' && change.budget_id === budgetId);

/** Reads whom the entries name, each person once. */
async function* withPeople(pages: AsyncIterable<unknown[]>, people: People): AsyncGenerator<HistoryEntry[]> {
  for await (const items of pages) {
    const entries = items.map(entryIn).filter(isKept);
    const ids = new Set(entries.flatMap(accountIdsIn).filter((id) => !people.has(id)));
    await Promise.all([...ids].map(async (id) => people.set(id, await getPerson(id))));
    yield entries;
    // What follows is older, so it has expired too.
    if (entries.length < items.length) return;
  }
}

const accountIdsIn = ({ author, changes }: HistoryEntry): string[] => [
  ...(author ? [author.accountId] : []),
  ...changes.flatMap((change) => (change.kind === 'member' ? change.account_id : [])),
];
