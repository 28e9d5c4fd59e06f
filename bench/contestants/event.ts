import { DynamoDBClient } from '@aws-sdk/client-dynamodb';
import { DynamoDBDocumentClient, QueryCommand } from '@aws-sdk/lib-dynamodb';

const table = DynamoDBDocumentClient.from(new DynamoDBClient());

/** The response data of `GET /events/view/{id}`, read from the table without validation. */
export async function viewEvent(accountId: string, id = '') {
  const { Items: [item] = [] } = await table.send(
    new QueryCommand({
      TableName: process.env['TABLE_NAME'],
      IndexName: 'heads',
      ConsistentRead: true,
      KeyConditionExpression: 'PK = :account AND head_id = :id',
      ExpressionAttributeValues: { ':account': `ACCOUNT#${accountId}`, ':id': Number(id) },
    }),
  );
  if (!item) return undefined;
  const { name, description, event_date, budgets_count, planned_added, planned_removed } = item['head'];
  const total_amount = (planned_added - planned_removed) / 100;
  const data = { id: item['head_id'], name, total_amount, budgets_count, description, event_date };
  return { status: 'success', return_count: 1, data };
}

export const unauthorized = { status: 'error', message: 'Unauthorized. Missing or invalid token.' };

export const notFound = { status: 'error', message: 'Event not found' };
