import { isDeepStrictEqual } from 'node:util';
import { DynamoDBClient } from '@aws-sdk/client-dynamodb';
import { BatchWriteCommand, DynamoDBDocumentClient, paginateScan } from '@aws-sdk/lib-dynamodb';
import { eventKey } from '../../lib/dynamodb/keys.ts';
import { nextId } from '../../lib/id.ts';
import { eventItem } from './event-item.ts';
import { emulator } from './proxied-database.ts';

type Item = Record<string, unknown>;

const keyIn = ({ PK, SK }: Item): string => `${PK} ${SK}`;

/** Reads and fills the table directly, bypassing the service. */
export function wholeTable(endpoint = emulator, TableName = String(process.env['TABLE_NAME'])) {
  const table = DynamoDBDocumentClient.from(new DynamoDBClient({ endpoint }), {
    marshallOptions: { removeUndefinedValues: true },
  });
  const items = async (): Promise<Item[]> => {
    const found = [];
    for await (const { Items = [] } of paginateScan({ client: table }, { TableName, ConsistentRead: true }))
      found.push(...Items);
    return found;
  };
  const write = async (requests: object[]): Promise<void> => {
    for (let start = 0; start < requests.length; start += 25) {
      const batch = { [TableName]: requests.slice(start, start + 25) };
      await table.send(new BatchWriteCommand({ RequestItems: batch }));
    }
  };
  /** Stores items as they are. */
  const add = (some: Item[]): Promise<void> => write(some.map((Item) => ({ PutRequest: { Item } })));
  /** Leaves these items and no others. */
  const leave = async (wanted: Item[]): Promise<void> => {
    const others = new Map((await items()).map((item) => [keyIn(item), item]));
    const puts = wanted.filter((item) => !isDeepStrictEqual(others.get(keyIn(item)), item));
    for (const item of wanted) others.delete(keyIn(item));
    const deletes = [...others.values()].map(({ PK, SK }) => ({ DeleteRequest: { Key: { PK, SK } } }));
    await write([...deletes, ...puts.map((Item) => ({ PutRequest: { Item } }))]);
  };
  return {
    items,
    add,
    /**
     * Makes a world anew in a table that has nothing else: first by the writes of `make`, then by storing the items that it
     * has left.
     */
    remaking: <Given extends unknown[], World>(make: (...given: Given) => Promise<World>) => {
      const made = new Map<string, { world: World; left: Item[] }>();
      return async (...given: Given): Promise<World> => {
        const known = made.get(JSON.stringify(given));
        await leave(known?.left ?? []);
        const world = known?.world ?? (await make(...given));
        if (!known) made.set(JSON.stringify(given), { world, left: await items() });
        return world;
      };
    },
    /** Deletes everything. */
    empty: () => leave([]),
    /** Stores events with this many equal budgets each. */
    addEvents: async (ownerId: string, count: number, budgets = 1): Promise<void> => {
      const items = Array.from({ length: count }, () => {
        const id = nextId();
        return { ...eventItem(id, budgets), ...eventKey({ ownerId, eventId: id }) };
      });
      await add(items);
    },
  };
}
