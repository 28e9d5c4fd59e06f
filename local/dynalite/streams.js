/** @typedef {import('dynalite/db').Item} Item */
/** @typedef {import('dynalite/db').Write} Write */
/** @typedef {{ Keys: Item, OldImage?: Item, NewImage?: Item, SequenceNumber: string }} StreamRecord */
/** @typedef {{ TableName: string, StreamArn: string, ShardIterator: string, Limit?: number }} StreamRequest */

/**
 * Keys are in the order of writes.
 * @param {string} table
 * @param {string} [sequence]
 */
const keyOf = (table, sequence = '') => `stream~${table}~${sequence}`;

/**
 * Gives the store's tables streams, which dynalite lacks. A table has one as soon as somebody asks for it, with one shard and one
 * reader: a record is gone when the reader asks for what follows. It is in the batch of its write, so that it outlives a kill
 * if the item does.
 * @param {import('dynalite/db').Store} store
 * @returns {Record<string, (request: StreamRequest) => object>} the operations of DynamoDB Streams
 */
export function streamsOf({ db }) {
  /** @type {Set<string>} */
  const tables = new Set();
  const write = db.batch;
  let last = 0;

  /** @param {Write} item */
  const tableOf = ({ key }) => [...tables].find((table) => key.startsWith(`item-${table}~`));

  db.batch = (writes, done) => {
    const items = writes.filter(tableOf);
    if (items.length === 0) return write(writes, done);
    // The items are locked.
    Promise.all(items.map(({ key }) => db.get(key))).then((before) => {
      const records = items.flatMap((item, n) => {
        // The deletion of an item that isn't there.
        if (!before[n] && !item.value) return [];
        last = Math.max(last + 1, Date.now() * 1_000);
        return recordOf(tableOf(item) ?? '', String(last), before[n], item.value);
      });
      write([...writes, ...records], done);
    }, done);
  };

  return {
    ListStreams: ({ TableName }) => {
      tables.add(TableName);
      return { Streams: [{ StreamArn: TableName, TableName }] };
    },
    DescribeStream: ({ StreamArn }) => ({ StreamDescription: { Shards: [{ ShardId: StreamArn }] } }),
    GetShardIterator: ({ StreamArn }) => ({ ShardIterator: keyOf(StreamArn) }),
    GetRecords: async ({ ShardIterator: from, Limit: limit = 100 }) => {
      const [first = ''] = /^stream~[^~]*~/.exec(from) ?? [];
      if (from !== first) await db.clear({ gte: first, lte: from });
      const entries = await db.iterator({ gt: from, lt: `${first}~`, limit }).all();
      const [next = from] = entries.at(-1) ?? [];
      return { Records: entries.map(([, dynamodb]) => ({ dynamodb })), NextShardIterator: next };
    },
  };
}

/**
 * @param {string} table
 * @param {string} SequenceNumber
 * @param {unknown} before
 * @param {unknown} after
 * @returns {Write}
 */
function recordOf(table, SequenceNumber, before, after) {
  const [OldImage, NewImage] = /** @type {(Item | undefined)[]} */ ([before, after]);
  const { PK = {}, SK = {} } = NewImage ?? OldImage ?? {};
  return {
    type: 'put',
    key: keyOf(table, SequenceNumber),
    value: {
      Keys: { PK, SK },
      ...(OldImage && { OldImage }),
      ...(NewImage && { NewImage }),
      SequenceNumber,
    },
  };
}
