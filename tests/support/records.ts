import type { AttributeValue } from '@aws-sdk/client-dynamodb';
import { handler } from '../../functions/events/record.ts';
import { queryPages } from '../../lib/dynamodb/items.ts';
import { type EventReference, historyPartition } from '../../lib/dynamodb/keys.ts';
import { entryIn, type HistoryEntry } from '../../lib/history/entry.ts';
import { asFunction } from './as-function.ts';
import { context } from './gateway.ts';

type Image = Record<string, AttributeValue>;

/** A record of the table's stream. */
export interface StreamRecord {
  dynamodb: {
    SequenceNumber: string;
    Keys: Image;
    OldImage?: Image | undefined;
    NewImage?: Image | undefined;
  };
}

/** Has the function record a batch, as Lambda does. Returns from which record on Lambda would send it again. */
export async function recordBatch(Records: StreamRecord[]): Promise<string | undefined> {
  const { batchItemFailures } = await asFunction('eventsRecord', () => handler({ Records }, context()));
  return batchItemFailures[0]?.itemIdentifier;
}

/** The entries of an event's history, oldest first. */
export async function historyEntries(event: EventReference): Promise<HistoryEntry[]> {
  const pages = await Array.fromAsync(
    queryPages({
      KeyConditionExpression: 'PK = :history',
      ExpressionAttributeValues: { ':history': historyPartition(event) },
    }),
  );
  return pages.flat().map(entryIn);
}
