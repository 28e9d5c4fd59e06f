import * as z from 'zod/mini';

const records = z.array(
  z.looseObject({
    dynamodb: z.looseObject({
      SequenceNumber: z.string(),
      Keys: z.looseObject({ SK: z.object({ S: z.string() }) }),
    }),
  }),
);
const streamList = z.object({ Streams: z.array(z.object({ StreamArn: z.string() })) });
const description = z.object({
  StreamDescription: z.object({ Shards: z.array(z.object({ ShardId: z.string() })) }),
});
const position = z.object({ ShardIterator: z.string() });
const page = z.object({ Records: records, NextShardIterator: z.optional(z.string()) });

/** @typedef {z.output<typeof records>[number]} StreamRecord */
/** @typedef {(batch: { Records: StreamRecord[] }) => Promise<{ batchItemFailures?: { itemIdentifier: string }[] } | undefined>} Invoke */

/** Records that are read at once. */
const LIMIT = 100;
/** Lambda takes 6 MB. */
const MAX_BATCH_BYTES = 4_000_000;

/**
 * Delivers the writes of events in a table to a function, as Lambda does on AWS: those of an item in their order, and again what
 * failed. Emulators have the API of DynamoDB Streams, but no Lambda.
 */
export class TableStream {
  #endpoint;
  #table;
  /**
   * Of each shard.
   * @type {Map<string, string | undefined>}
   */
  #iterators = new Map();
  #arn = '';
  /**
   * What was read and not delivered yet.
   * @type {StreamRecord[]}
   */
  #pending = [];

  /** @param {string} table @param {string} endpoint */
  constructor(table, endpoint) {
    this.#table = table;
    this.#endpoint = endpoint;
  }

  /** From now on, writes are kept until they are delivered. */
  async open() {
    const TableName = this.#table;
    const list = () => this.#send('ListStreams', streamList, { TableName });
    const StreamSpecification = { StreamEnabled: true, StreamViewType: 'NEW_AND_OLD_IMAGES' };
    if ((await list()).Streams.length === 0)
      await send(this.#endpoint, 'DynamoDB_20120810.UpdateTable', { TableName, StreamSpecification });
    const [stream] = (await list()).Streams;
    this.#arn = stream?.StreamArn ?? '';
  }

  /**
   * @template Answer
   * @param {string} operation
   * @param {z.ZodMiniType<Answer>} answer
   * @param {object} body
   */
  async #send(operation, answer, body) {
    return answer.parse(await send(this.#endpoint, `DynamoDBStreams_20120810.${operation}`, body));
  }

  /**
   * Delivers the next writes. Returns whether there were any, and whether the first of those that are left failed.
   * @param {Invoke} invoke
   */
  async deliver(invoke) {
    if (this.#pending.length === 0) this.#pending = await this.#read();
    if (this.#pending.length === 0) return { isEmpty: true, hasFailed: false };
    const Records = this.#batch();
    const { batchItemFailures: [failure] = [{ itemIdentifier: Records[0]?.dynamodb.SequenceNumber }] } =
      (await invoke({ Records })) ?? {};
    const failed = Records.findIndex(({ dynamodb }) => dynamodb.SequenceNumber === failure?.itemIdentifier);
    this.#pending.splice(0, failed === -1 ? Records.length : failed);
    return { isEmpty: false, hasFailed: failed !== -1 };
  }

  /** Gives up the next write. */
  skip() {
    this.#pending.shift();
  }

  #batch() {
    let bytes = 0;
    const end = this.#pending.findIndex((record) => {
      bytes += JSON.stringify(record).length;
      return bytes > MAX_BATCH_BYTES;
    });
    return this.#pending.slice(0, end === -1 ? undefined : Math.max(1, end));
  }

  /** The next writes of events. A stream's other records are skipped, as the function's filter does on AWS. */
  async #read() {
    for (;;) {
      await this.#findShards();
      const found = [];
      for (const [shard, ShardIterator] of this.#iterators) {
        if (ShardIterator === undefined) continue;
        const { Records, NextShardIterator } = await this.#send('GetRecords', page, {
          ShardIterator,
          Limit: LIMIT,
        });
        this.#iterators.set(shard, NextShardIterator);
        found.push(...Records);
      }
      const events = found.filter(({ dynamodb }) => dynamodb.Keys.SK.S.startsWith('EVENT#'));
      if (found.length === 0 || events.length > 0) return events;
    }
  }

  /** A shard ends after some hours, and another one goes on. */
  async #findShards() {
    if ([...this.#iterators.values()].some(Boolean)) return;
    const StreamArn = this.#arn;
    const { StreamDescription } = await this.#send('DescribeStream', description, { StreamArn });
    for (const { ShardId } of StreamDescription.Shards) {
      if (this.#iterators.has(ShardId)) continue;
      const start = { StreamArn, ShardId, ShardIteratorType: 'TRIM_HORIZON' };
      const { ShardIterator } = await this.#send('GetShardIterator', position, start);
      this.#iterators.set(ShardId, ShardIterator);
    }
  }
}

/** Emulators check no signature. */
const HEADERS = {
  'content-type': 'application/x-amz-json-1.0',
  'x-amz-date': '20260101T000000Z',
  authorization:
    'AWS4-HMAC-SHA256 Credential=local/20260101/local/dynamodb/aws4_request, SignedHeaders=host, Signature=c',
};

/**
 * Calls an emulator without the SDK. The service has no client for streams, because Lambda reads them on AWS.
 * @param {string} endpoint
 * @param {string} target
 * @param {object} body
 * @returns {Promise<unknown>}
 */
export async function send(endpoint, target, body) {
  const headers = { ...HEADERS, 'x-amz-target': target };
  const response = await fetch(endpoint, { method: 'POST', headers, body: JSON.stringify(body) });
  if (!response.ok) throw new Error(await response.text());
  return response.json();
}
