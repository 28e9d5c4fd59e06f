import {
  BatchWriteItemCommand,
  CreateTableCommand,
  DescribeTableCommand,
  DynamoDBClient,
  ListTablesCommand,
  ResourceInUseException,
  waitUntilTableExists,
} from '@aws-sdk/client-dynamodb';

/** @typedef {Pick<import('@aws-sdk/client-dynamodb').CreateTableCommandInput, 'TableName' | 'AttributeDefinitions' | 'KeySchema' | 'LocalSecondaryIndexes' | 'BillingMode'>} TableDefinition */

/** The table was created by an older version, without an index. It can't be added later. */
export class MissingIndexError extends Error {
  /** @override */
  name = 'MissingIndexError';
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

/** So many can be written at once. */
const BATCH = 25;

/**
 * @param {Record<string, import('@aws-sdk/client-dynamodb').AttributeValue>[]} items
 * @param {TableDefinition} definition
 * @param {string} endpoint
 */
export async function putItems(items, { TableName = '' }, endpoint) {
  const client = new DynamoDBClient({ endpoint, maxAttempts: 1 });
  for (let start = 0; start < items.length; start += BATCH) {
    const requests = items.slice(start, start + BATCH).map((Item) => ({ PutRequest: { Item } }));
    await client.send(new BatchWriteItemCommand({ RequestItems: { [TableName]: requests } }));
  }
  client.destroy();
}
