import { setTimeout } from 'node:timers/promises';
import { type Clock, Concurrency, MARGIN_MS, OutOfTimeError } from '../concurrency.ts';
import { readConfig } from '../config/config.ts';
import { batchesOf, deleteBatch } from '../dynamodb/batch-delete.ts';
import { queryPages } from '../dynamodb/items.ts';
import { historyKeysIn, historyPartition, historyPartPartition } from '../dynamodb/keys.ts';
import type { HistoryErasure } from './queue.ts';

interface HistoryErasureOptions extends Partial<Clock> {
  /** By then, each entry that was recorded before has arrived. */
  settleMs?: number;
}

const settleTime = (): number => readConfig().recordTimeoutSeconds * 1_000 + MARGIN_MS;

/**
 * Erases histories, of which all entries are recorded that will be. Can be called again after it was interrupted at any point.
 * Retries what DynamoDB is too busy for. `unfinished` if it ran out of time.
 */
export async function eraseHistories(
  histories: HistoryErasure[],
  { settleMs = settleTime(), wait = setTimeout, hasTime = () => true }: HistoryErasureOptions = {},
): Promise<'erased' | 'unfinished'> {
  const concurrency = new Concurrency({ wait, hasTime });
  // A request that the recording function has sent before it was stopped may still arrive.
  await wait(settleMs);
  try {
    await concurrency.untilDone(async () => {
      for (const history of histories) await eraseHistory(history, concurrency);
    });
    return 'erased';
  } catch (error) {
    if (error instanceof OutOfTimeError) return 'unfinished';
    throw error;
  }
}

async function eraseHistory(
  { owner_id, event_id, before }: HistoryErasure,
  concurrency: Concurrency,
): Promise<void> {
  const event = { ownerId: owner_id, eventId: event_id };
  // Entries first, so that none is without its parts.
  for (const partition of [historyPartition(event), historyPartPartition(event)])
    for await (const keys of queryPages(historyKeysIn(partition, before)))
      await concurrency.each(batchesOf(keys).map((batch) => () => deleteBatch(batch)));
}
