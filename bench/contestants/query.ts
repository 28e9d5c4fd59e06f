import { DynamoDBClient } from '@aws-sdk/client-dynamodb';
import { DynamoDBDocumentClient, paginateQuery } from '@aws-sdk/lib-dynamodb';
import { headsAfter } from '../../lib/dynamodb/queries.ts';

const client = DynamoDBDocumentClient.from(new DynamoDBClient());

/** The SDK's share of `GET /events`: queries all pages, unmarshalls them and writes JSON. */
export async function handler({ accountId }: { accountId: string }) {
  const pages = paginateQuery(
    { client },
    {
      TableName: process.env['TABLE_NAME'],
      ConsistentRead: true,
      ...headsAfter(accountId, 0),
    },
  );
  const items: unknown[] = [];
  for await (const { Items = [] } of pages) items.push(...Items);
  return { statusCode: 200, body: JSON.stringify(items) };
}
