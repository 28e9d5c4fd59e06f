import { queryOnce } from '../dynamodb/items.ts';
import { historyFrom } from '../dynamodb/queries.ts';
import { ConflictError, NotFoundError } from '../errors.ts';
import type { EventHead } from '../plan/head.ts';
import type { EventCaller } from '../plan/involvement.ts';
import { readHead } from '../plan/read-event.ts';
import { problem } from '../problem.ts';
import { entryIn, type HistoryEntry, isKept } from './entry.ts';
import { isPendingAfter } from './pending.ts';

const noEntry = () => new NotFoundError('The history has no such write');

export const notRecorded = () =>
  new ConflictError(
    'version',
    problem('not_recorded', "The history doesn't show this write yet. Try again in a second."),
    1,
  );

/** The entry of the write that made a version of an event, for who may change the event. Throws a `RefusalError`. */
export async function readEntry(
  caller: EventCaller,
  eventId: number,
  version: number,
): Promise<HistoryEntry> {
  const head = await readHead(caller, eventId);
  // Writes are recorded in their order, so a later entry shows that this one isn't still to come.
  const [item] = await queryOnce(historyFrom({ ownerId: head.ownerId, eventId }, version));
  const entry = item && entryIn(item);
  if (entry?.version === version && isKept(entry)) return entry;
  throw !entry && isShown(version, head) && isPendingAfter(version - 1, head) ? notRecorded() : noEntry();
}

/** Throws `NotFoundError` if the history of an event was cleared since a version. */
export function requireShown(version: number, head: Pick<EventHead, 'history_from'>): void {
  if (!isShown(version, head)) throw noEntry();
}

const isShown = (version: number, { history_from = 1 }: Pick<EventHead, 'history_from'>): boolean =>
  version >= history_from;
