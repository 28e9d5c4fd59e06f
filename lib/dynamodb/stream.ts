import type { AttributeValue } from '@aws-sdk/client-dynamodb';
import { unmarshall } from '@aws-sdk/util-dynamodb';
import * as z from 'zod/mini';
import { runAuthorized } from '../aws/call.ts';
import { logger, withoutDetails } from '../log.ts';
import type { Attributes } from './items.ts';

const image = z.record(z.string(), z.custom<AttributeValue>());

const streamBatch = z.object({
  Records: z.array(
    z.object({
      dynamodb: z.object({
        SequenceNumber: z.string(),
        Keys: image,
        OldImage: z.optional(image),
        NewImage: z.optional(image),
      }),
    }),
  ),
});

type StreamRecord = z.output<typeof streamBatch>['Records'][number]['dynamodb'];

export interface ItemWrite {
  key: Attributes;
  before: Attributes | undefined;
  after: Attributes | undefined;
}

interface Processing<Result> {
  processWrite: (write: ItemWrite) => Promise<Result | undefined>;
  /** Gets the results of a batch, if there are any. */
  follow: (results: Result[]) => Promise<void>;
}

/**
 * Makes the Lambda handler of a function that the table's stream invokes. Writes of one item are processed in their order,
 * each at least once. After a failure, Lambda sends the batch again from there, or all of it if that of `follow` failed.
 */
export const streamHandler =
  <Result>({ processWrite, follow }: Processing<Result>) =>
  async (input: unknown, context: { functionName: string; awsRequestId: string }) => {
    const line = { task: context.functionName, request_id: context.awsRequestId };
    try {
      const records = streamBatch.parse(input).Records.map(({ dynamodb }) => dynamodb);
      const failed = await runAuthorized(async () => {
        const outcome = await processAll(records, processWrite, line);
        if (outcome.results.length > 0) await follow(outcome.results);
        return outcome.failed;
      });
      logger.info('task', { ...line, records: records.length, failed: failed.size });
      const first = records.find((record) => failed.has(record));
      return { batchItemFailures: first ? [{ itemIdentifier: first.SequenceNumber }] : [] };
    } catch (error) {
      throw withoutDetails(error);
    }
  };

/** Processes all items at once. What follows a record that failed in its item is left for the next time. */
async function processAll<Result>(
  records: StreamRecord[],
  processWrite: Processing<Result>['processWrite'],
  line: object,
) {
  const failed = new Set<StreamRecord>();
  const results: Result[] = [];
  // The two attributes of a key come in any order.
  const items = Map.groupBy(records, ({ Keys }) => JSON.stringify([Keys['PK'], Keys['SK']]));
  const inOrder = async (ofItem: StreamRecord[]) => {
    for (const record of ofItem) {
      try {
        const result = await processWrite(writeIn(record));
        if (result !== undefined) results.push(result);
      } catch (error) {
        logger.error('record', { ...line, sequence_number: record.SequenceNumber, error });
        failed.add(record);
        return;
      }
    }
  };
  await Promise.all([...items.values()].map(inOrder));
  return { failed, results };
}

const writeIn = ({ Keys, OldImage, NewImage }: StreamRecord): ItemWrite => ({
  key: unmarshall(Keys),
  before: OldImage && unmarshall(OldImage),
  after: NewImage && unmarshall(NewImage),
});
