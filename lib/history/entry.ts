import * as z from 'zod/mini';
import { role } from '../auth/roles.ts';
import { storedBytesOf } from '../dynamodb/item-size.ts';
import { type Attributes, queryOnce, queryPages } from '../dynamodb/items.ts';
import { type EventReference, historyFrom, historyPartsOf, versionIn } from '../dynamodb/keys.ts';
import { Rejection } from '../errors.ts';
import { type Digits, digits } from '../money/amount.ts';
import { type Author, authorIn, type EventCaller, storedAuthor } from '../plan/access.ts';
import { type EventHead, eventFields } from '../plan/head.ts';
import { readHead } from '../plan/repository.ts';
import {
  budgetPartIn,
  paymentPartIn,
  storedBudget,
  storedMap,
  storedPayment,
} from '../plan/stored-budget.ts';
import { problem } from '../problem.ts';

const SECONDS_KEPT = 90 * 86_400;

/** Maximum size of an item, unless a single change is larger. DynamoDB takes 400 KB. */
const MAX_BYTES = 100 * 1_024;

const change = z.enum(['created', 'updated', 'deleted']);

/** An update has the fields that differ. A creation has only `after`, a deletion only `before`, with all their fields. */
const sides = <Part extends z.ZodMiniType>(part: Part) => ({
  before: z.optional(part),
  after: z.optional(part),
});

const changeOfLink = z.object({ kind: z.literal('share_link'), change, ...sides(z.undefined()) });

const changeOfEvent = z.object({
  kind: z.literal('event'),
  /** A deleted event is in the trash, and may be restored. */
  change: z.enum([...change.options, 'restored']),
  /** With `digits` only if they differ. */
  ...sides(z.partial(eventFields)),
});

/** Budgets and payments are stored with the names of an event's item. */
const storedChange = z.discriminatedUnion('kind', [
  z.pipe(
    // Version 0.4 reads no other form of a share link's change. The next version can store `changeOfLink`.
    z.extend(changeOfEvent, { link: z.optional(change) }),
    z.transform(({ link, ...ofEvent }): z.output<typeof changeOfEvent> | z.output<typeof changeOfLink> =>
      link ? { kind: 'share_link', change: link } : ofEvent,
    ),
  ),
  changeOfLink,
  z.object({
    kind: z.literal('member'),
    change,
    /** The membership's. */
    id: z.int(),
    account_id: z.string(),
    ...sides(z.partial(z.object({ role }))),
  }),
  z.object({
    kind: z.literal('budget'),
    change,
    id: z.int(),
    name: z.string(),
    ...sides(z.pipe(storedMap, z.transform(budgetPartIn))),
  }),
  z.object({
    kind: z.literal('payment'),
    change,
    id: z.int(),
    budget_id: z.int(),
    /** The budget's. */
    name: z.string(),
    ...sides(z.pipe(storedMap, z.transform(paymentPartIn))),
  }),
]);

/** A change of one thing. Payments of a budget that was created or deleted are in the budget's change. */
export type RecordedChange = z.output<typeof storedChange>;

export type ChangeOfEvent = Extract<RecordedChange, { kind: 'event' }>;
export type ChangeOfBudget = Extract<RecordedChange, { kind: 'budget' }>;
export type ChangeOfPayment = Extract<RecordedChange, { kind: 'payment' }>;

export interface HistoryEntry {
  /** The event's version after the write. */
  version: number;
  /** Unix time in milliseconds. */
  at: number;
  /** `undefined` for a write of an erasure or of the operator, and for a declined invitation. */
  author: Author | undefined;
  digits: Digits;
  /** Deletions first. */
  changes: RecordedChange[];
  /** Number of changes in its parts. */
  more: number;
  /** Number of further items with changes. */
  parts?: number | undefined;
}

function storedChangeOf(recorded: RecordedChange): Attributes {
  if (recorded.kind === 'budget') return { ...recorded, ...inSides(recorded, storedBudget) };
  if (recorded.kind === 'payment') return { ...recorded, ...inSides(recorded, storedPayment) };
  if (recorded.kind === 'share_link') return { kind: 'event', change: 'updated', link: recorded.change };
  return recorded;
}

const inSides = <Part>(
  { before, after }: { before?: Part | undefined; after?: Part | undefined },
  store: (part: Part) => Attributes,
) => ({ before: before && store(before), after: after && store(after) });

export function toEntryItems({ at, author, digits, changes }: HistoryEntry) {
  const [first = [], ...rest] = inItems(changes.map(storedChangeOf));
  const expires_at = Math.floor(at / 1_000) + SECONDS_KEPT;
  const item = {
    at,
    author: author && storedAuthor(author),
    digits,
    changes: first,
    more: changes.length - first.length,
    ...(rest.length > 0 && { parts: rest.length }),
    expires_at,
  };
  return { item, parts: rest.map((some) => ({ changes: some, expires_at })) };
}

function inItems(changes: Attributes[]): Attributes[][] {
  const items: Attributes[][] = [];
  let room = 0;
  for (const change of changes) {
    const bytes = storedBytesOf(change);
    const last = items.at(-1);
    room -= bytes;
    if (last && room >= 0) last.push(change);
    else {
      items.push([change]);
      room = MAX_BYTES - bytes;
    }
  }
  return items;
}

/** DynamoDB deletes an entry some time after it has expired. */
export const isKept = ({ at }: HistoryEntry): boolean => at + SECONDS_KEPT * 1_000 > Date.now();

const entryItem = z.object({
  SK: z.string(),
  at: z.int(),
  author: z.optional(authorIn),
  digits,
  changes: z.array(storedChange),
  more: z.int(),
  parts: z.optional(z.int()),
});

export function entryIn(item: unknown): HistoryEntry {
  const { SK, author, ...entry } = entryItem.parse(item);
  return { ...entry, author, version: versionIn(SK) };
}

const partItem = z.object({ changes: z.array(storedChange) });

export const changesIn = (item: unknown): RecordedChange[] => partItem.parse(item).changes;

/** A missing entry will never come later. */
const RECORDED_WITHIN_MS = 60_000;

/** True if writes after a recorded version may still be recorded. */
export const isPendingAfter = (
  recorded: number,
  { version, updated_at }: Pick<EventHead, 'version' | 'updated_at'>,
): boolean => version > recorded && updated_at + RECORDED_WITHIN_MS > Date.now();

export const notRecorded = () =>
  new Rejection(
    'conflict',
    {
      field: 'version',
      problem: problem('not_recorded', 'This write is not in the history yet. Try again in a second.'),
    },
    { retryAfterSeconds: 1 },
  );

/** Reads the entry of a write with all changes, and its event, for who may change that. Throws a `Rejection`. */
export async function readEntry(
  caller: EventCaller,
  eventId: number,
  version: number,
): Promise<{ entry: HistoryEntry; event: EventReference }> {
  const head = await readHead(caller, eventId);
  const event = { ownerId: head.ownerId, eventId };
  requireShown(version, head);
  // Writes are recorded in their order, so a later entry shows that this one isn't still to come.
  const [item] = await queryOnce(historyFrom(event, version));
  const entry = item && entryIn(item);
  if (entry?.version === version && isKept(entry)) {
    const whole = await wholeEntry(event, entry);
    // Version 0.3 stored only a part of a large one.
    if (whole.more === 0) return { entry: whole, event };
  }
  throw !entry && isPendingAfter(version - 1, head) ? notRecorded() : new Rejection('not_found');
}

/** Throws `not_found` if the history of an event was cleared after it had this version. */
export function requireShown(version: number, { history_from = 1 }: Pick<EventHead, 'history_from'>): void {
  if (version < history_from) throw new Rejection('not_found');
}

export async function wholeEntry(event: EventReference, entry: HistoryEntry): Promise<HistoryEntry> {
  if (entry.parts === undefined) return entry;
  const { version, changes } = entry;
  const parts = await Array.fromAsync(queryPages(historyPartsOf(event, version)));
  return { ...entry, changes: [...changes, ...parts.flat().flatMap(changesIn)], more: 0 };
}
