import {
  type CancellationReason,
  ConditionalCheckFailedException,
  DynamoDBClient,
  TransactionCanceledException,
} from '@aws-sdk/client-dynamodb';
import { unmarshall } from '@aws-sdk/util-dynamodb';
import { isServerError, isThrottlingError, isTransientError } from '@smithy/core/retry';
import { guarded, sdkSettings } from '../aws/sdk.ts';
import { accountFull, DatabaseUnavailableError, eventTooLarge } from '../errors.ts';

/** The item that a write found, if there is one. */
interface Found {
  item: Record<string, unknown> | undefined;
}

export class ConditionFailedError extends Error {
  override name = 'ConditionFailedError';
  /** For each action, the item on which its condition failed, or `undefined`. */
  readonly items: (Found | undefined)[];
  /** True if an earlier attempt may have been done. */
  readonly isResent: boolean;

  constructor(items: (Found | undefined)[], isResent: boolean) {
    super('The condition of a write failed');
    this.items = items;
    this.isResent = isResent;
  }
}

/** A write conflicted with another one of the same item, or was throttled. It was not done, and may be sent again. */
export class WriteConflictError extends DatabaseUnavailableError {
  override name = 'WriteConflictError';
  /** True if an earlier attempt may have been done. */
  readonly isResent: boolean;

  constructor(cause: Error, isResent: boolean) {
    super('Write conflict', { cause });
    this.isResent = isResent;
  }
}

/** They tell AWS which SDK it is, and prepare each request and response for logs that nobody writes. */
const UNUSED = ['getUserAgentMiddleware', 'recursionDetectionMiddleware', 'loggerMiddleware'];

/** Makes a client that throws the service's own errors. The timeout is that of one attempt. */
export function connect(timeoutMs: number): DynamoDBClient {
  // The SDK's default mode, set explicitly so that it doesn't look for config files.
  const settings = {
    ...sdkSettings({ timeoutMs, maxAttempts: 3 }),
    accountIdEndpointMode: 'preferred' as const,
  };
  const client = guarded(new DynamoDBClient(settings));
  for (const name of UNUSED) client.middlewareStack.remove(name);
  client.middlewareStack.add(
    (next, context) => async (command) => {
      try {
        return await next(command);
      } catch (error) {
        throw isSdkError(error) ? ownError(error, context['mayBeDone'] === true) : error;
      }
    },
    { step: 'initialize', name: 'ownErrors', priority: 'high' },
  );
  client.middlewareStack.add(
    (next, context) => async (command) => {
      try {
        return await next(command);
      } catch (error) {
        context['mayBeDone'] ||= isSdkError(error) && !isRejected(error);
        throw error;
      }
    },
    // After the SDK's retries, so for each attempt.
    { step: 'finalizeRequest', name: 'attempts', priority: 'low' },
  );
  return client;
}

type SdkError = Parameters<typeof isTransientError>[0];

const isSdkError = (error: unknown): error is SdkError => error instanceof Error;

/** Returns whether DynamoDB answered that it didn't do the request. After a timeout or a server's error, nobody knows. */
function isRejected({ $metadata }: SdkError): boolean {
  const status = $metadata?.httpStatusCode ?? 0;
  return status >= 400 && status < 500;
}

function ownError(error: SdkError, isResent: boolean): Error {
  // First, because the SDK marks rejections as transient after a clock skew correction.
  if (error instanceof ConditionalCheckFailedException)
    return new ConditionFailedError([foundBy(error)], isResent);
  if (error instanceof TransactionCanceledException) return cancellation(error, isResent);
  if (error.name === 'TransactionConflictException') return new WriteConflictError(error, isResent);
  if (isThrottlingError(error) || isTransientError(error) || isServerError(error))
    return new DatabaseUnavailableError('DynamoDB is unavailable', { cause: error });
  return unlessResent(sizeError(error.name, error.message), isResent, error);
}

/** Reasons of a cancelled transaction that say nothing about its items. */
const CONFLICTS = ['TransactionConflict', 'ThrottlingError', 'ProvisionedThroughputExceeded'];

const FAILED = 'ConditionalCheckFailed';

function cancellation(error: TransactionCanceledException, isResent: boolean): Error {
  const reasons = error.CancellationReasons ?? [];
  if (reasons.some(({ Code = '' }) => CONFLICTS.includes(Code)))
    return new WriteConflictError(error, isResent);
  const items = reasons.map((reason) => (reason.Code === FAILED ? foundBy(reason) : undefined));
  if (items.some(Boolean)) return new ConditionFailedError(items, isResent);
  const [sizes] = reasons.flatMap(({ Code = '', Message = '' }) => sizeError(Code, Message) ?? []);
  return unlessResent(sizes, isResent, error);
}

const foundBy = ({ Item }: Pick<CancellationReason, 'Item'>): Found => ({ item: Item && unmarshall(Item) });

/** A rejection because of sizes, if there is one. An earlier attempt may still succeed, if the item is smaller then. */
const unlessResent = (rejection: Error | undefined, isResent: boolean, cause: Error): Error =>
  rejection && isResent
    ? new DatabaseUnavailableError('An earlier attempt may still be done', { cause })
    : (rejection ?? cause);

/** An error about sizes. A transaction has its name and message among its reasons. */
function sizeError(name: string, message: string): Error | undefined {
  if (name.startsWith('Validation') && /item size/i.test(message)) return eventTooLarge();
  return name.startsWith('ItemCollectionSizeLimitExceeded') ? accountFull() : undefined;
}
