import * as z from 'zod/mini';
import { getPerson } from '../accounts/person.ts';
import { getTokenNames } from '../auth/access-token.ts';
import { queryPages } from '../dynamodb/items.ts';
import { type EventReference, historyBetween } from '../dynamodb/keys.ts';
import { idParameter } from '../id.ts';
import { idCursorParameter } from '../lists/cursor.ts';
import { listOf, pageOf } from '../lists/page.ts';
import type { Author, EventCaller } from '../plan/access.ts';
import { MAX_READS, readHead } from '../plan/repository.ts';
import { choice, wholeNumberText } from '../schema.ts';
import {
  entryIn,
  type HistoryEntry,
  isKept,
  isPendingAfter,
  type RecordedChange,
  wholeEntry,
} from './entry.ts';
import { changeShown, type Reader, shownChange, toHistoryEntry } from './response.ts';

export const historyQuery = z.object({
  limit: z.optional(wholeNumberText('The maximum number of entries in the response, 50 by default', 100)),
  after: z.optional(wholeNumberText('Only writes after this version of the event')),
  budget_id: z.optional(idParameter('budget, to list only its changes and those of its payments')),
  change: z.optional(choice(shownChange.options).check(z.meta({ description: 'Only such changes' }))),
  cursor: idCursorParameter,
});

type HistoryQuery = z.output<typeof historyQuery>;

const DEFAULT_LIMIT = 50;

/** Per entry. */
const MAX_CHANGES = 100;

/** Per page of entries, which then has at most some MB. */
const MAX_PARTS = 10;

/** Newest first. Throws a `Rejection`. */
export async function pageOfHistory(
  caller: EventCaller,
  eventId: number,
  { limit = DEFAULT_LIMIT, after = 0, cursor, ...filters }: HistoryQuery,
) {
  const event = await readHead(caller, eventId);
  const reference = { ownerId: event.ownerId, eventId };
  const first = Math.max(after + 1, event.history_from ?? 1);
  const isFirstPage = cursor === undefined;
  const last = (cursor ?? Number.MAX_SAFE_INTEGER) - 1;
  // DynamoDB takes no such range.
  if (first > last) return listOf([]);
  const isFiltered = hasFilters(filters);
  const query = historyBetween(reference, first, last);
  // Reads one more than the limit, to know whether there is a next page.
  const pages = queryPages({ ...query, ...(!isFiltered && { Limit: limit + 1 }) });
  const reader: Reader = { event, caller, people: new Map() };
  let newest = first - 1;
  const toResponse = (entry: HistoryEntry) => {
    newest = Math.max(newest, entry.version);
    const all = entry.changes.filter((change) => matches(change, entry.author, filters));
    // An invitation shows nothing.
    if (all.length === 0 && (isFiltered || entry.more === 0)) return undefined;
    const changes = all.slice(0, MAX_CHANGES);
    const more = entry.more + all.length - changes.length;
    return toHistoryEntry({ ...entry, changes, more }, reader);
  };
  const kept = keptEntries(pages);
  const entries = isFiltered ? wholeEntries(reference, kept) : kept;
  const page = await pageOf(withNames(entries, reader), toResponse, {
    cursorAfter: ({ version }) => String(version),
    limit,
    maxReads: MAX_READS,
  });
  return { ...page, ...(isFirstPage && isPendingAfter(newest, event) && { pending: true }) };
}

type ChangeFilters = Pick<HistoryQuery, 'budget_id' | 'change'>;

export const hasFilters = ({ budget_id, change }: ChangeFilters): boolean =>
  budget_id !== undefined || change !== undefined;

const matches = (recorded: RecordedChange, author: Author | undefined, filters: ChangeFilters): boolean =>
  (filters.budget_id === undefined || isOf(recorded, filters.budget_id)) &&
  (filters.change === undefined || changeShown(recorded, author) === filters.change);

const isOf = (change: RecordedChange, budgetId: number): boolean =>
  (change.kind === 'budget' && change.id === budgetId) ||
  (change.kind === 'payment' && change.budget_id === budgetId);

async function* keptEntries(pages: AsyncIterable<unknown[]>): AsyncGenerator<HistoryEntry[]> {
  for await (const items of pages) {
    const entries = items.map(entryIn).filter(isKept);
    yield entries;
    // Later entries are older, so they have expired too.
    if (entries.length < items.length) return;
  }
}

async function* wholeEntries(
  event: EventReference,
  pages: AsyncIterable<HistoryEntry[]>,
): AsyncGenerator<HistoryEntry[]> {
  for await (const entries of pages)
    for (const some of inPages(entries)) yield Promise.all(some.map((entry) => wholeEntry(event, entry)));
}

function inPages(entries: HistoryEntry[]): HistoryEntry[][] {
  let parts = 0;
  const pages = Map.groupBy(entries, (entry) => {
    parts += entry.parts ?? 0;
    return Math.floor(parts / MAX_PARTS);
  });
  return [...pages.values()];
}

/** Reads each person once, and the names of the caller's access tokens if one wrote. */
async function* withNames(
  pages: AsyncIterable<HistoryEntry[]>,
  reader: Reader,
): AsyncGenerator<HistoryEntry[]> {
  const { caller, people } = reader;
  const isByOwnToken = ({ author }: HistoryEntry) =>
    author?.accountId === caller.accountId && author.tokenId !== undefined;
  const readTokenNames = async () => {
    reader.tokenNames ??= await getTokenNames(caller.accountId);
  };
  for await (const entries of pages) {
    const ids = new Set(entries.flatMap(accountIdsIn).filter((id) => !people.has(id)));
    await Promise.all([
      ...[...ids].map(async (id) => people.set(id, await getPerson(id))),
      caller.tokenId === undefined && entries.some(isByOwnToken) && readTokenNames(),
    ]);
    yield entries;
  }
}

const accountIdsIn = ({ author, changes }: HistoryEntry): string[] => [
  ...(author ? [author.accountId] : []),
  ...changes.flatMap((change) => (change.kind === 'member' ? change.account_id : [])),
];
