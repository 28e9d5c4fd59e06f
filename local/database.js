import {
  CreateTableCommand,
  DescribeTableCommand,
  DynamoDBClient,
  ListTablesCommand,
  ResourceInUseException,
  waitUntilTableExists,
} from '@aws-sdk/client-dynamodb';
import { Level } from 'level';
import { checkFolder } from './database-folder.js';
import { dynaliteWithStore } from './dynalite-store.js';
import { returnItemsOfFailedConditions } from './returned-items.js';
import { takeTransactions } from './transactions/listener.js';
import { writeItemsWithTheirIndexes } from './whole-writes.js';

/** @typedef {{ endpoint: string, stop: () => Promise<void> }} Database */
/** @typedef {Pick<import('@aws-sdk/client-dynamodb').CreateTableCommandInput, 'TableName' | 'AttributeDefinitions' | 'KeySchema' | 'LocalSecondaryIndexes' | 'BillingMode'>} TableDefinition */

/** The table was created by an older version, without an index. It can't be added later. */
export class MissingIndexError extends Error {
  /** @override */
  name = 'MissingIndexError';
}

closeIterators();
returnItemsOfFailedConditions();
writeItemsWithTheirIndexes();

/**
 * Starts the embedded database, in memory if no folder is given.
 * @param {string} [folder]
 * @returns {Promise<Database>}
 */
export async function startDatabase(folder) {
  if (folder) await checkFolder(folder);
  const { server, store } = await dynaliteWithStore({ createTableMs: 0, ...(folder && { path: folder }) });
  takeTransactions(server, store);
  await new Promise((resolve, reject) =>
    server.once('error', reject).listen(0, '127.0.0.1', () => resolve(undefined)),
  );
  const { port } = /** @type {import('node:net').AddressInfo} */ (server.address());
  return {
    endpoint: `http://127.0.0.1:${port}`,
    stop: () => new Promise((resolve) => server.close(() => resolve(undefined))),
  };
}

/**
 * dynalite 4 closes an iterator with `return`, which LevelDB's iterators don't have. Without it, each query would leave
 * an iterator open, with everything that it has read.
 */
function closeIterators() {
  const { values } = Level.prototype;
  /** @this {Level} @param {unknown[]} options */
  Level.prototype.values = function (...options) {
    const iterator = Reflect.apply(values, this, options);
    return Object.assign(iterator, { return: () => iterator.close() });
  };
}

/**
 * @param {TableDefinition} definition
 * @param {string} endpoint
 */
export async function hasTable({ TableName }, endpoint) {
  const client = new DynamoDBClient({ endpoint, maxAttempts: 1 });
  const { TableNames = [] } = await client.send(new ListTablesCommand({}));
  client.destroy();
  return TableNames.some((name) => name === TableName);
}

/**
 * Creates the table from its definition in resources/ if it doesn't exist.
 * Throws {@link MissingIndexError} if it exists without an index of the definition.
 * @param {TableDefinition} definition
 * @param {string} endpoint
 */
export async function createTable(definition, endpoint) {
  const { TableName, AttributeDefinitions, KeySchema, LocalSecondaryIndexes, BillingMode } = definition;
  const client = new DynamoDBClient({ endpoint, maxAttempts: 1 });
  try {
    await client.send(
      new CreateTableCommand({
        TableName,
        AttributeDefinitions,
        KeySchema,
        LocalSecondaryIndexes,
        BillingMode,
      }),
    );
  } catch (error) {
    if (!(error instanceof ResourceInUseException)) throw error;
  }
  await waitUntilTableExists({ client, maxWaitTime: 30, minDelay: 1 }, { TableName });
  const { Table } = await client.send(new DescribeTableCommand({ TableName }));
  client.destroy();
  const names = Table?.LocalSecondaryIndexes?.map(({ IndexName }) => IndexName) ?? [];
  const missing = LocalSecondaryIndexes?.find(({ IndexName }) => !names.includes(IndexName));
  if (missing) throw new MissingIndexError(`The table ${TableName} has no index ${missing.IndexName}.`);
}
