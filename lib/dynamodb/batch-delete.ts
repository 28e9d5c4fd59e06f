import { setTimeout } from 'node:timers/promises';
import { BatchWriteCommand } from '@aws-sdk/lib-dynamodb';
import * as z from 'zod/mini';
import { readConfig } from '../config/config.ts';
import { DatabaseUnavailableError } from '../errors.ts';
import { type Attributes, documentClient } from './items.ts';
import { primaryKey } from './keys.ts';

/** DynamoDB's own limit. */
const MAX_BATCH = 25;
const MAX_ATTEMPTS = 6;

const deletions = z.array(z.object({ DeleteRequest: z.object({ Key: primaryKey }) }));

/** The items in batches that {@link deleteBatch} takes. */
export const batchesOf = (items: Attributes[]): Attributes[][] =>
  Array.from({ length: Math.ceil(items.length / MAX_BATCH) }, (_, n) =>
    items.slice(n * MAX_BATCH, (n + 1) * MAX_BATCH),
  );

export async function deleteBatch(items: Attributes[]): Promise<void> {
  const { tableName } = readConfig();
  let pending = items.map((item) => ({ DeleteRequest: { Key: primaryKey.parse(item) } }));
  for (let attempt = 1; pending.length > 0; attempt += 1) {
    if (attempt > MAX_ATTEMPTS)
      throw new DatabaseUnavailableError('DynamoDB processed only a part of a batch');
    const { UnprocessedItems } = await documentClient().send(
      new BatchWriteCommand({ RequestItems: { [tableName]: pending } }),
    );
    pending = deletions.parse(UnprocessedItems?.[tableName] ?? []);
    if (pending.length > 0) await setTimeout(2 ** attempt * 25);
  }
}
