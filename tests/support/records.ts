import type { AttributeValue } from '@aws-sdk/client-dynamodb';
import { handler } from '../../functions/events/record.ts';
import { queryPages } from '../../lib/dynamodb/items.ts';
import { type EventReference, historyPartition } from '../../lib/dynamodb/keys.ts';
import { entryIn, type HistoryEntry, wholeEntry } from '../../lib/history/entry.ts';
import { type Invoke, TableStream } from '../../local/table-stream.js';
import { asFunction } from './as-function.ts';
import { eraseInvoked } from './erase.ts';
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

/** Has the function record a batch, as Lambda does. */
const invoke = (batch: { Records: unknown[] }) => asFunction('eventsRecord', () => handler(batch, context()));

/** The same. Returns from which record on Lambda would send it again. */
export async function recordBatch(Records: unknown[]): Promise<string | undefined> {
  return (await invoke({ Records })).batchItemFailures[0]?.itemIdentifier;
}

/** A function that dies half way, and gets records again that it has recorded. */
export async function recordBadly({ Records }: Parameters<Invoke>[0], dies: boolean) {
  const whole = Records.length;
  await recordBatch(Records.slice(0, dies ? Math.ceil(whole / 2) : whole));
  const [first] = Records;
  return { batchItemFailures: dies && first ? [{ itemIdentifier: first.dynamodb.SequenceNumber }] : [] };
}

/**
 * Begins to keep the writes of events in the table of a test file. Returns what has functions record those since the last time,
 * and erase what is to be erased.
 */
export async function recordedTable(endpoint = String(process.env['AWS_ENDPOINT_URL_DYNAMODB'])) {
  const stream = new TableStream(String(process.env['TABLE_NAME']), endpoint);
  await stream.open();
  return async (deliver: Invoke = invoke): Promise<void> => {
    while (!(await stream.deliver(deliver)).isEmpty);
    await eraseInvoked();
  };
}

/** The entries of an event's history with all their changes, oldest first. */
export async function historyEntries(event: EventReference): Promise<HistoryEntry[]> {
  const pages = await Array.fromAsync(
    queryPages({
      KeyConditionExpression: 'PK = :history',
      ExpressionAttributeValues: { ':history': historyPartition(event) },
    }),
  );
  return Promise.all(pages.flat().map((item) => wholeEntry(event, entryIn(item))));
}
