import { setTimeout } from 'node:timers/promises';
import { BatchWriteCommand } from '@aws-sdk/lib-dynamodb';
import * as z from 'zod/mini';
import { readConfig } from '../config.ts';
import { DatabaseUnavailableError } from '../errors.ts';
import { type Attributes, documentClient, type Query, queryPages } from './items.ts';

/** DynamoDB's own limit. */
const BATCH_SIZE = 25;

const MAX_ATTEMPTS = 6;

const primaryKey = z.object({ PK: z.string(), SK: z.string() });
const primaryKeys = z.array(primaryKey);
const deletions = z.array(z.object({ DeleteRequest: z.object({ Key: primaryKey }) }));

/**
 * Deletes all items that a query finds, some at a time, after `before` was done with them. Returns `false` if it stopped
 * because there was no time.
 */
export async function deleteAll(
  query: Query,
  hasTime: () => boolean,
  before: (items: Attributes[]) => Promise<void> = async () => undefined,
): Promise<boolean> {
  for await (const page of queryPages(query)) {
    for (let start = 0; start < page.length; start += BATCH_SIZE) {
      if (!hasTime()) return false;
      const items = page.slice(start, start + BATCH_SIZE);
      await before(items);
      await deleteBatch(primaryKeys.parse(items));
    }
  }
  return true;
}

/** Sends those again that weren't processed. */
async function deleteBatch(keys: z.output<typeof primaryKeys>): Promise<void> {
  const { tableName } = readConfig();
  let pending = keys.map((Key) => ({ DeleteRequest: { Key } }));
  for (let attempt = 1; attempt <= MAX_ATTEMPTS; attempt += 1) {
    const { UnprocessedItems } = await documentClient().send(
      new BatchWriteCommand({ RequestItems: { [tableName]: pending } }),
    );
    pending = deletions.parse(UnprocessedItems?.[tableName] ?? []);
    if (pending.length === 0) return;
    await setTimeout(2 ** attempt * 25);
  }
  throw new DatabaseUnavailableError('DynamoDB processed only a part of a batch');
}
