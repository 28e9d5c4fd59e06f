import { documentClient } from '../../lib/dynamodb/items.ts';

/** The SDK stops retrying after too many retries, so refill its retry quota. */
export async function refillRetries(): Promise<void> {
  const strategy = await documentClient().config.retryStrategy();
  const costly = { getRetryCount: () => 0, getRetryDelay: () => 0, getRetryCost: () => 500 };
  if ('recordSuccess' in strategy) strategy.recordSuccess(costly);
}
