import {
  ConditionalCheckFailedException,
  DynamoDBClient,
  type DynamoDBClientConfig,
} from '@aws-sdk/client-dynamodb';
import { DynamoDBDocumentClient, GetCommand, QueryCommand } from '@aws-sdk/lib-dynamodb';
import { isServerError, isThrottlingError, isTransientError } from '@smithy/core/retry';
import { databaseTimeoutMs, readConfig } from '../config.ts';
import { DatabaseUnavailableError } from '../errors.ts';
import type { Key } from './keys.ts';

/** The SDK's own defaults, which it would look for in files that no function has. */
const defaults = {
  retryMode: 'standard',
  defaultsMode: 'legacy',
  accountIdEndpointMode: 'preferred',
  authSchemePreference: [],
  endpointDiscoveryEnabled: false,
  useDualstackEndpoint: false,
  useFipsEndpoint: false,
  userAgentAppId: '',
} as const satisfies DynamoDBClientConfig;

const client = new DynamoDBClient({
  ...defaults,
  maxAttempts: 3,
  requestHandler: {
    connectionTimeout: databaseTimeoutMs,
    requestTimeout: databaseTimeoutMs,
    socketTimeout: databaseTimeoutMs,
    throwOnRequestTimeout: true,
  },
});

client.middlewareStack.add(
  (next) => async (command) => {
    try {
      return await next(command);
    } catch (error) {
      throw isPassing(error)
        ? new DatabaseUnavailableError('DynamoDB is unavailable', { cause: error })
        : error;
    }
  },
  { step: 'initialize', name: 'unavailable', priority: 'high' },
);

type SdkError = Parameters<typeof isTransientError>[0];

const isSdkError = (error: unknown): error is SdkError => error instanceof Error;

const isPassing = (error: unknown): boolean =>
  isSdkError(error) &&
  // An answer like any other, which the SDK calls transient where it has corrected its clock.
  !(error instanceof ConditionalCheckFailedException) &&
  (isThrottlingError(error) || isTransientError(error) || isServerError(error));

/** The one connection to DynamoDB; where it is comes from the SDK's own environment variables. */
export const table = DynamoDBDocumentClient.from(client);

/** An item as it stands after every write that was answered. */
export async function getItem(key: Key): Promise<Record<string, unknown> | undefined> {
  const { tableName } = readConfig();
  const { Item } = await table.send(new GetCommand({ TableName: tableName, Key: key, ConsistentRead: true }));
  return Item;
}

/** The items of a partition of less than 1 MB, as they stand after every write that was answered. */
export async function getPartition({ PK }: Pick<Key, 'PK'>): Promise<Record<string, unknown>[]> {
  const { Items = [] } = await table.send(
    new QueryCommand({
      TableName: readConfig().tableName,
      ConsistentRead: true,
      KeyConditionExpression: 'PK = :partition',
      ExpressionAttributeValues: { ':partition': PK },
    }),
  );
  return Items;
}
