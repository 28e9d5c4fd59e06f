import * as z from 'zod/mini';
import { documentClient } from '../../lib/dynamodb/items.ts';
import type { DatabaseRequest, DatabaseResponse } from './database-proxy.ts';

/** An error of DynamoDB. */
export const errorOf = (
  name: string,
  message = 'a test says so',
  { status = 400, ...fields }: { status?: number; [field: string]: unknown } = {},
): DatabaseResponse => ({
  status,
  text: JSON.stringify({ __type: `com.amazonaws.dynamodb.v20120810#${name}`, message, ...fields }),
});

const ONGOING = 'Transaction is ongoing for the item';

/** Rejections that say that the write wasn't done. */
export const CONFLICT = errorOf('TransactionConflictException', ONGOING);
export const THROTTLED = errorOf('ThrottlingException');
export const THROUGHPUT_EXCEEDED = errorOf('ProvisionedThroughputExceededException');
export const IN_PROGRESS = errorOf('TransactionInProgressException');
/** Errors that don't say whether it was done. */
export const FAILED = errorOf('InternalServerError', undefined, { status: 500 });
export const UNAVAILABLE = errorOf('ServiceUnavailable', undefined, { status: 503 });

interface Reason {
  Code: string;
  Message?: string;
  Item?: object;
}

/** A transaction that was cancelled for these reasons, one for each action. */
export function canceled(...given: (string | Reason)[]): DatabaseResponse {
  const CancellationReasons = given.map((reason) => (typeof reason === 'string' ? { Code: reason } : reason));
  const codes = CancellationReasons.map(({ Code }) => Code).join(', ');
  const message = `Transaction cancelled, please refer cancellation reasons for specific reasons [${codes}]`;
  return errorOf('TransactionCanceledException', message, { CancellationReasons });
}

const transaction = z.object({ TransactItems: z.array(z.unknown()) });
const batch = z.object({ RequestItems: z.unknown() });

type Asked = Pick<DatabaseRequest, 'operation' | 'body'>;

/** Whether an action of a transaction has a problem, by its place and the number of actions. */
type IsHit = (place: number, count: number) => boolean;
const isLast: IsHit = (place, count) => place === count - 1;

/** A transaction that was cancelled because of some of its actions, with the same code for each. */
export function canceledAt(isHit: IsHit, Code: string, { body }: Asked): DatabaseResponse {
  const { TransactItems: actions } = transaction.parse(JSON.parse(body));
  return canceled(
    ...actions.map((_, place) => (isHit(place, actions.length) ? { Code, Message: ONGOING } : 'None')),
  );
}

/** How DynamoDB rejects a write that meets another one of some of its items. */
export function conflictOf(asked: Asked, isHit = isLast): DatabaseResponse {
  if (asked.operation === 'TransactWriteItems') return canceledAt(isHit, 'TransactionConflict', asked);
  if (asked.operation !== 'BatchWriteItem') return CONFLICT;
  const { RequestItems: UnprocessedItems } = batch.parse(JSON.parse(asked.body));
  return { status: 200, text: JSON.stringify({ UnprocessedItems }) };
}

/** The SDK stops retrying after too many retries, so refill its retry quota. */
export async function refillRetries(): Promise<void> {
  const strategy = await documentClient().config.retryStrategy();
  const costly = { getRetryCount: () => 0, getRetryDelay: () => 0, getRetryCost: () => 500 };
  if ('recordSuccess' in strategy) strategy.recordSuccess(costly);
}
