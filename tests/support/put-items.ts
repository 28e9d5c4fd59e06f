import { BatchWriteCommand, PutCommand } from '@aws-sdk/lib-dynamodb';
import { documentClient } from '../../lib/dynamodb/items.ts';
import type { PrimaryKey } from '../../lib/dynamodb/keys.ts';

/** The maximum of BatchWriteItem. */
const BATCH = 25;

const tableName = (): string => String(process.env['TABLE_NAME']);

/** Stores an item as it is. */
export async function putItem(key: PrimaryKey, item: object): Promise<void> {
  await documentClient().send(new PutCommand({ TableName: tableName(), Item: { ...item, ...key } }));
}

/** Stores items as they are. */
export async function putItems(items: Record<string, unknown>[]): Promise<void> {
  for (let start = 0; start < items.length; start += BATCH) {
    const puts = items.slice(start, start + BATCH).map((Item) => ({ PutRequest: { Item } }));
    await documentClient().send(new BatchWriteCommand({ RequestItems: { [tableName()]: puts } }));
  }
}
