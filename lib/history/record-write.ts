import { isDeepStrictEqual } from 'node:util';
import * as z from 'zod/mini';
import { Put } from '../dynamodb/changes.ts';
import { accountIdIn, eventIdIn, historyKey, historyPartKey, primaryKey } from '../dynamodb/keys.ts';
import { send } from '../dynamodb/send.ts';
import { type ItemWrite, streamHandler } from '../dynamodb/stream.ts';
import { type Author, authorIn, memberWith } from '../plan/access.ts';
import { type Budget, budgetFields, paymentFields } from '../plan/budget.ts';
import { type Event, eventIn } from '../plan/event.ts';
import { eventFields, isInTrash, type Membership, type ShareLink } from '../plan/head.ts';
import type { Some } from '../schema.ts';
import { type HistoryEntry, type RecordedChange, toEntryItems } from './entry.ts';
import { eraseHistoriesLater, type HistoryErasure } from './queue.ts';

export function entryOf(before: Event | undefined, after: Event, author: Author | undefined): HistoryEntry {
  const { version, updated_at: at, digits } = after;
  const members = [...(before?.members ?? []), ...after.members];
  const by = author && { ...author, membershipId: memberWith(author.accountId, { members })?.id };
  return { version, at, author: by, digits, changes: changesBetween(before, after), more: 0 };
}

/** Deletions first, because nobody can look up what was deleted. */
function changesBetween(before: Event | undefined, after: Event): RecordedChange[] {
  const changes = [
    ...eventChanges(before, after),
    ...memberChanges(before?.members ?? [], after.members),
    ...linkChanges(before?.share_link, after.share_link),
    ...budgetChanges(before?.budgets ?? [], after.budgets),
  ];
  const isDeletion = (each: RecordedChange) => each.change === 'deleted';
  return [...changes.filter(isDeletion), ...changes.filter((each) => !isDeletion(each))];
}

function eventChanges(before: Event | undefined, after: Event): RecordedChange[] {
  if (!before || isInTrash(before) === isInTrash(after)) return eventChange(before, after);
  return isInTrash(after) ? eventChange(before, undefined) : eventChange(undefined, after, 'restored');
}

function eventChange(was: Event | undefined, is: Event | undefined, change?: 'restored'): RecordedChange[] {
  // An entry has the digits of its amounts, so they are a change only if they differ.
  const names = z.keyof(eventFields).options.filter((name) => name !== 'digits' || (was && is));
  // With other digits, the same number is another amount.
  const others = was?.digits === is?.digits ? [] : ['limit_cents' as const];
  return differenceOf(was, is, names, others).map((difference) => ({
    kind: 'event',
    ...difference,
    ...(change && { change }),
  }));
}

const memberChanges = (before: Membership[], after: Membership[]): RecordedChange[] =>
  pairsOf(before, after).flatMap(({ was, is, either: { id, accountId } }) =>
    differenceOf(was, is, ['role']).map((difference) => ({
      kind: 'member',
      id,
      account_id: accountId,
      ...difference,
    })),
  );

/** Without details of the link. */
function linkChanges(was: ShareLink | undefined, is: ShareLink | undefined): RecordedChange[] {
  if (was?.id === is?.id) return [];
  return [
    ...(was ? [{ kind: 'share_link', change: 'deleted' } as const] : []),
    ...(is ? [{ kind: 'share_link', change: 'created' } as const] : []),
  ];
}

const budgetChanges = (before: Budget[], after: Budget[]): RecordedChange[] =>
  pairsOf(before, after).flatMap(({ was, is, either: { id, name } }) => [
    ...differenceOf(was, is, budgetNamesOf(was, is), amountsOf(was, is)).map((difference) => ({
      kind: 'budget' as const,
      id,
      name,
      ...difference,
    })),
    ...(was && is ? paymentChanges(was, is) : []),
  ]);

/**
 * Fields that follow from payments are no change of their own, unless these are the first or were the last ones. Versions are
 * shown to nobody. A deletion keeps all fields, for undo.
 */
function budgetNamesOf(was: Budget | undefined, is: Budget | undefined): (keyof Budget)[] {
  const names = z.keyof(budgetFields).options;
  const hasPayments = (budget: Budget | undefined) => budget !== undefined && budget.payments.length > 0;
  if (!was || !is) return hasPayments(was ?? is) ? [...names, 'payments'] : names;
  const follows = hasPayments(was) && hasPayments(is);
  return names.filter(
    (name) => name !== 'version' && name !== 'updated_at' && !(follows && name === 'spent_cents'),
  );
}

/** If a unit price came or went, an undo sets back the amount, even if other guests have changed it since. */
const amountsOf = (was: Budget | undefined, is: Budget | undefined): 'amount_cents'[] =>
  (was?.unit_cents === undefined) === (is?.unit_cents === undefined) ? [] : ['amount_cents'];

const paymentChanges = (before: Budget, { id: budget_id, name, payments }: Budget): RecordedChange[] =>
  pairsOf(before.payments, payments).flatMap(({ was, is, either: { id } }) =>
    differenceOf(was, is, z.keyof(paymentFields).options).map((difference) => ({
      kind: 'payment',
      id,
      budget_id,
      name,
      ...difference,
    })),
  );

/** One of both may be missing. */
interface Pair<Thing> {
  was?: Thing | undefined;
  is?: Thing | undefined;
  /** After the write, or before a deletion. */
  either: Thing;
}

/** In order of ids, because members come in any order, and a repeated record makes the same entry. */
function pairsOf<Thing extends { id: number }>(before: Thing[], after: Thing[]): Pair<Thing>[] {
  const was = byId(before);
  const is = byId(after);
  return [...new Map([...was, ...is])]
    .map(([id, either]) => ({ was: was.get(id), is: is.get(id), either }))
    .sort(({ either: one }, { either: other }) => one.id - other.id);
}

const byId = <Thing extends { id: number }>(things: Thing[]) =>
  new Map(things.map((each) => [each.id, each]));

interface Difference<Part> {
  change: 'created' | 'updated' | 'deleted';
  before?: Part;
  after?: Part;
}

/** An update always has the fields in `always`. */
function differenceOf<Thing extends object, Name extends keyof Thing>(
  was: Thing | undefined,
  is: Thing | undefined,
  names: Name[],
  always: Name[] = [],
): Difference<Some<Pick<Thing, Name>>>[] {
  if (!was) return is ? [{ change: 'created', after: partOf(is, names) }] : [];
  if (!is) return [{ change: 'deleted', before: partOf(was, names) }];
  const changed = names.filter((name) => always.includes(name) || !isDeepStrictEqual(was[name], is[name]));
  if (changed.length === 0) return [];
  return [{ change: 'updated', before: partOf(was, changed), after: partOf(is, changed) }];
}

function partOf<Thing extends object, Name extends keyof Thing>(thing: Thing, names: Name[]) {
  const part: Some<Pick<Thing, Name>> = {};
  for (const name of names) {
    if (thing[name] !== undefined) part[name] = thing[name];
  }
  return part;
}

const authoredItem = z.object({ author: z.optional(authorIn) });

/** Records what a write of an event's item has changed. Idempotent. Returns the history to erase. */
export async function recordWrite({ key, before, after }: ItemWrite): Promise<HistoryErasure | undefined> {
  const { PK, SK } = primaryKey.parse(key);
  const event = { ownerId: accountIdIn(PK), eventId: eventIdIn(SK) };
  const history = { owner_id: event.ownerId, event_id: event.eventId };
  const was = before && eventIn(before);
  // Entries of later versions are of an event that was handed back to this owner.
  if (!after) return was && { ...history, before: was.version + 1, ...(isInTrash(was) && { deleted: true }) };
  const is = eventIn(after);
  // A repair by hand.
  if (was?.version === is.version) return undefined;
  // A clear. Nothing that came before is shown.
  if (is.history_from !== undefined && is.version < is.history_from)
    return { ...history, before: is.history_from };
  const entry = entryOf(was, is, authoredItem.parse(after).author);
  const { item, parts } = toEntryItems(entry);
  // First, so that nobody reads an entry without its parts.
  await Promise.all(parts.map((part, n) => send(new Put(historyPartKey(event, entry.version, n + 1), part))));
  await send(new Put(historyKey(event, entry.version), item));
  return undefined;
}

/** The handler of the function that records the history of events, which the table's stream invokes. */
export const historyHandler = streamHandler({ processWrite: recordWrite, follow: eraseHistoriesLater });
