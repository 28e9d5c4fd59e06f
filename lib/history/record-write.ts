import * as z from 'zod/mini';
import { Put } from '../dynamodb/changes.ts';
import { accountIdIn, eventIdIn, historyKey, historyPartKey, primaryKey } from '../dynamodb/keys.ts';
import { send } from '../dynamodb/send.ts';
import { type ItemWrite, streamHandler } from '../dynamodb/stream.ts';
import { authorIn } from '../plan/author.ts';
import { eventIn } from '../plan/event.ts';
import { toEntryItems } from './entry.ts';
import { eraseHistoriesLater, type HistoryErasure } from './queue.ts';
import { entryOf } from './recorded-changes.ts';

const authoredItem = z.object({ author: z.optional(authorIn) });

/** Records what a write of an event's item has changed. Does the same if it is called again. Returns what it is to erase. */
export async function recordWrite({ key, before, after }: ItemWrite): Promise<HistoryErasure | undefined> {
  const { PK, SK } = primaryKey.parse(key);
  const event = { ownerId: accountIdIn(PK), eventId: eventIdIn(SK) };
  const history = { owner_id: event.ownerId, event_id: event.eventId };
  const was = before && eventIn(before);
  // Entries of later versions are of an event that was handed back to this owner.
  if (!after) return { ...history, ...(was && { before: was.version + 1 }) };
  const is = eventIn(after);
  // Such as a repair by hand.
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
