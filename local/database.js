import { mkdir } from 'node:fs/promises';
import {
  CreateTableCommand,
  DynamoDBClient,
  ResourceInUseException,
  waitUntilTableExists,
} from '@aws-sdk/client-dynamodb';
import dynalite from 'dynalite';
import { Level } from 'level';

/** @typedef {{ endpoint: string, stop: () => Promise<void> }} Database */
/** @typedef {Pick<import('@aws-sdk/client-dynamodb').CreateTableCommandInput, 'TableName' | 'AttributeDefinitions' | 'KeySchema' | 'BillingMode'>} TableDefinition */

/**
 * Starts the embedded database; without a folder it lives in memory.
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
 * dynalite itself would fail only at its first request, and then as a whole.
 * @param {string} folder
 */
async function checkFolder(folder) {
  await mkdir(folder, { recursive: true });
  const level = new Level(folder);
  await level.open();
  await level.close();
}

/**
 * Makes the table where it isn't there yet, from its definition in resources/.
 * @param {TableDefinition} definition
 * @param {string} endpoint
 */
export async function createTable({ TableName, AttributeDefinitions, KeySchema, BillingMode }, endpoint) {
  const client = new DynamoDBClient({ endpoint, maxAttempts: 1 });
  try {
    await client.send(new CreateTableCommand({ TableName, AttributeDefinitions, KeySchema, BillingMode }));
  } catch (error) {
    if (!(error instanceof ResourceInUseException)) throw error;
  }
  await waitUntilTableExists({ client, maxWaitTime: 30, minDelay: 1 }, { TableName });
  client.destroy();
}
