import { mkdir, readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import {
  CreateTableCommand,
  DynamoDBClient,
  ResourceInUseException,
  waitUntilTableExists,
} from '@aws-sdk/client-dynamodb';
import dynalite from 'dynalite';
import { Level } from 'level';
import { returnItemsOfFailedConditions } from './returned-items.js';

returnItemsOfFailedConditions();

/** @typedef {{ endpoint: string, stop: () => Promise<void> }} Database */
/** @typedef {Pick<import('@aws-sdk/client-dynamodb').CreateTableCommandInput, 'TableName' | 'AttributeDefinitions' | 'KeySchema' | 'LocalSecondaryIndexes' | 'BillingMode'>} TableDefinition */

/**
 * Starts the embedded database, in memory if no folder is given.
 * @param {string} [folder]
 * @returns {Promise<Database>}
 */
export async function startDatabase(folder) {
  if (folder) await checkFolder(folder);
  const server = dynalite({ createTableMs: 0, ...(folder && { path: folder }) });
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
 * Throws if the folder has no usable database, and leaves it unchanged. Otherwise dynalite would fail at its first
 * request, and LevelDB would overwrite the remains of another database.
 * @param {string} folder
 */
async function checkFolder(folder) {
  await mkdir(folder, { recursive: true });
  const files = await readdir(folder);
  if (files.length > 0 && !files.includes('CURRENT')) {
    throw new Error('It holds other files, or a database that has lost its file CURRENT.');
  }
  const level = new Level(folder);
  await level.open().catch(({ cause }) => {
    throw new Error(cause.code === 'LEVEL_LOCKED' ? 'Is the service running already?' : `${cause.message}.`);
  });
  const [key] = await level.keys({ limit: 1 }).all();
  await level.close();
  // LevelDB skips damaged records and only logs it.
  if ((await readFile(join(folder, 'LOG'), 'utf8')).includes('Corruption')) {
    throw new Error(
      'A part of it is damaged and left out: see its file LOG. Start again to continue without that part.',
    );
  }
  if (key && !/^(item|index|table|tag)[-~]/.test(key))
    throw new Error('It holds the database of another program.');
}

/**
 * Creates the table from its definition in resources/ if it doesn't exist.
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
  client.destroy();
}
