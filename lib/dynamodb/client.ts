import {
  ConditionalCheckFailedException,
  DynamoDBClient,
  type DynamoDBClientConfig,
} from '@aws-sdk/client-dynamodb';
import { unmarshall } from '@aws-sdk/util-dynamodb';
import { isServerError, isThrottlingError, isTransientError } from '@smithy/core/retry';
import { accountFull, DatabaseUnavailableError, eventTooLarge } from '../errors.ts';
import { sdkSettings } from '../sdk.ts';

/** The condition of a write failed. */
export class ConditionFailedError extends Error {
  override name = 'ConditionFailedError';
  /** The item that a write with `ALL_OLD` found; `undefined` if there is none. */
  readonly item: Record<string, unknown> | undefined;
  /** Whether the SDK retried the write, so that an earlier attempt may have succeeded. */
  readonly retried: boolean;

  constructor({ Item, $metadata }: ConditionalCheckFailedException) {
    super('The condition of a write failed');
    this.item = Item && unmarshall(Item);
    this.retried = Number($metadata.attempts) > 1;
  }
}

/** Further defaults of the SDK, for the same reason. */
const defaults = {
  accountIdEndpointMode: 'preferred',
  endpointDiscoveryEnabled: false,
} as const satisfies DynamoDBClientConfig;

/**
 * Makes a client that throws the service's own errors. The SDK's environment variables set its region, endpoint and
 * credentials. The timeout is that of one attempt.
 */
export function connect(timeoutMs: number): DynamoDBClient {
  const client = new DynamoDBClient({ ...defaults, ...sdkSettings({ timeoutMs, maxAttempts: 3 }) });
  client.middlewareStack.add(
    (next) => async (command) => {
      try {
        return await next(command);
      } catch (error) {
        throw isSdkError(error) ? ownError(error) : error;
      }
    },
    { step: 'initialize', name: 'ownErrors', priority: 'high' },
  );
  return client;
}

type SdkError = Parameters<typeof isTransientError>[0];

const isSdkError = (error: unknown): error is SdkError => error instanceof Error;

/** The service's own error for one of the SDK's; any other error as it is. */
function ownError(error: SdkError): Error {
  // First, because the SDK marks it as transient after a clock skew correction.
  if (error instanceof ConditionalCheckFailedException) return new ConditionFailedError(error);
  if (isThrottlingError(error) || isTransientError(error) || isServerError(error)) {
    return new DatabaseUnavailableError('DynamoDB is unavailable', { cause: error });
  }
  if (error.name === 'ValidationException' && /item size/i.test(error.message)) {
    return eventTooLarge();
  }
  if (error.name === 'ItemCollectionSizeLimitExceededException') {
    return accountFull();
  }
  return error;
}
