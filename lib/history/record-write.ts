import * as z from 'zod/mini';
import { batchesOf, deleteBatch } from '../dynamodb/batch-delete.ts';
import { Put } from '../dynamodb/changes.ts';
import { queryPages } from '../dynamodb/items.ts';
import {
  accountIdIn,
  type EventReference,
  eventIdIn,
  historyKey,
  historyPartition,
  historyPartKey,
  primaryKey,
} from '../dynamodb/keys.ts';
import { keysIn } from '../dynamodb/queries.ts';
import { send } from '../dynamodb/send.ts';
import { type ItemWrite, streamHandler } from '../dynamodb/stream.ts';
import { authorIn } from '../plan/author.ts';
import { eventIn } from '../plan/event.ts';
import { toEntryItems } from './entry.ts';
import { entryOf } from './recorded-changes.ts';

const authoredItem = z.object({ author: z.optional(authorIn) });

/** Records what a write of an event's item has changed. Does the same if it is called again. */
export async function recordWrite({ key, before, after }: ItemWrite): Promise<void> {
  const { PK, SK } = primaryKey.parse(key);
  const event = { ownerId: accountIdIn(PK), eventId: eventIdIn(SK) };
  if (!after) return deleteHistory(event);
  const was = before && eventIn(before);
  const is = eventIn(after);
  // Such as a repair by hand.
  if (was?.version === is.version) return;
  // A clear. Nothing that came before is shown.
  if (is.history_from !== undefined && is.version < is.history_from) return deleteHistory(event);
  const entry = entryOf(was, is, authoredItem.parse(after).author);
  const { item, parts } = toEntryItems(entry);
  // First, so that nobody reads an entry without its parts.
  await Promise.all(parts.map((part, n) => send(new Put(historyPartKey(event, entry.version, n + 1), part))));
  await send(new Put(historyKey(event, entry.version), item));
}

/** Of an event that is gone for good, or whose history was cleared. */
async function deleteHistory(event: EventReference): Promise<void> {
  for await (const keys of queryPages(keysIn(historyPartition(event)))) {
    for (const batch of batchesOf(keys)) await deleteBatch(batch);
  }
}

/** The handler of the function that records the history of events, which the table's stream invokes. */
export const historyHandler = streamHandler(recordWrite);
