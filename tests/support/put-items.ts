import { BatchWriteCommand } from '@aws-sdk/lib-dynamodb';
import { documentClient } from '../../lib/dynamodb/items.ts';

/** The maximum of BatchWriteItem. */
const BATCH = 25;

/** Stores items as they are. */
export async function putItems(items: Record<string, unknown>[]): Promise<void> {
  const TableName = String(process.env['TABLE_NAME']);
  for (let start = 0; start < items.length; start += BATCH) {
    const puts = items.slice(start, start + BATCH).map((Item) => ({ PutRequest: { Item } }));
    await documentClient().send(new BatchWriteCommand({ RequestItems: { [TableName]: puts } }));
  }
}
