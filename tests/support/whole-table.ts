import { DynamoDBClient } from '@aws-sdk/client-dynamodb';
import { BatchWriteCommand, DynamoDBDocumentClient, paginateScan } from '@aws-sdk/lib-dynamodb';
import { eventKey } from '../../lib/dynamodb/keys.ts';
import { nextId } from '../../lib/id.ts';
import { eventItem } from './event-item.ts';
import { emulator } from './proxied-database.ts';

/** Reads and fills the table directly, bypassing the service. */
export function wholeTable(endpoint = emulator, TableName = String(process.env['TABLE_NAME'])) {
  const table = DynamoDBDocumentClient.from(new DynamoDBClient({ endpoint }), {
    marshallOptions: { removeUndefinedValues: true },
  });
  const items = async (): Promise<Record<string, unknown>[]> => {
    const found = [];
    for await (const { Items = [] } of paginateScan({ client: table }, { TableName, ConsistentRead: true }))
      found.push(...Items);
    return found;
  };
  /** Stores items as they are. */
  const add = async (some: Record<string, unknown>[]): Promise<void> => {
    for (let start = 0; start < some.length; start += 25) {
      const requests = some.slice(start, start + 25).map((Item) => ({ PutRequest: { Item } }));
      await table.send(new BatchWriteCommand({ RequestItems: { [TableName]: requests } }));
    }
  };
  /** Deletes everything. */
  const empty = async (): Promise<void> => {
    const requests = (await items()).map(({ PK, SK }) => ({ DeleteRequest: { Key: { PK, SK } } }));
    for (let start = 0; start < requests.length; start += 25) {
      const batch = { [TableName]: requests.slice(start, start + 25) };
      await table.send(new BatchWriteCommand({ RequestItems: batch }));
    }
  };
  return {
    items,
    add,
    /**
     * Makes a world anew in a table that has nothing else: first by the writes of `make`, then by storing the items that it
     * has left.
     */
    remaking: <Given extends unknown[], World>(make: (...given: Given) => Promise<World>) => {
      const made = new Map<string, { world: World; left: Record<string, unknown>[] }>();
      return async (...given: Given): Promise<World> => {
        await empty();
        const known = made.get(JSON.stringify(given));
        if (known) await add(known.left);
        const world = known?.world ?? (await make(...given));
        if (!known) made.set(JSON.stringify(given), { world, left: await items() });
        return world;
      };
    },
    empty,
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
