import { queryOnce, queryPages } from '../dynamodb/items.ts';
import type { EventReference } from '../dynamodb/keys.ts';
import { historyFrom, historyPartsOf } from '../dynamodb/queries.ts';
import { Rejection } from '../errors.ts';
import type { EventCaller } from '../plan/access.ts';
import type { EventHead } from '../plan/head.ts';
import { readHead } from '../plan/read-event.ts';
import { problem } from '../problem.ts';
import { changesIn, entryIn, type HistoryEntry, isPlain } from './entry.ts';

/** Maximum time to record a write. After it, a missing entry will never come. */
const RECORDED_WITHIN_MS = 60_000;

/** Returns whether the last writes of an event may still be recorded, if those until a version are. */
export const isPendingAfter = (
  recorded: number,
  { version, updated_at }: Pick<EventHead, 'version' | 'updated_at'>,
): boolean => version > recorded && updated_at + RECORDED_WITHIN_MS > Date.now();

const noEntry = () => new Rejection('not_found');

export const notRecorded = () =>
  new Rejection(
    'conflict',
    {
      field: 'version',
      problem: problem('not_recorded', 'This write is not in the history yet. Try again in a second.'),
    },
    { retryAfterSeconds: 1 },
  );

/** The entry of the write that made a version of an event with all changes, for who may change it. Throws a `Rejection`. */
export async function readEntry(
  caller: EventCaller,
  eventId: number,
  version: number,
): Promise<HistoryEntry> {
  const head = await readHead(caller, eventId);
  const event = { ownerId: head.ownerId, eventId };
  requireShown(version, head);
  // Writes are recorded in their order, so a later entry shows that this one isn't still to come.
  const [item] = await queryOnce(historyFrom(event, version));
  const entry = item && entryIn(item);
  if (entry?.version === version && isPlain(entry)) {
    const whole = await wholeEntry(event, entry);
    // Version 0.3 stored only a part of a large one.
    if (whole.more === 0) return whole;
  }
  throw !entry && isPendingAfter(version - 1, head) ? notRecorded() : noEntry();
}

/** Throws `not_found` if the history of an event was cleared after it had this version. */
export function requireShown(version: number, { history_from = 1 }: Pick<EventHead, 'history_from'>): void {
  if (version < history_from) throw noEntry();
}

/** An entry with the changes in its parts. */
export async function wholeEntry(event: EventReference, entry: HistoryEntry): Promise<HistoryEntry> {
  if (entry.parts === undefined) return entry;
  const { version, changes } = entry;
  const parts = await Array.fromAsync(queryPages(historyPartsOf(event, version)));
  return { ...entry, changes: [...changes, ...parts.flat().flatMap(changesIn)], more: 0 };
}
