import { DynamoDBClient } from '@aws-sdk/client-dynamodb';
import { DynamoDBDocumentClient, GetCommand } from '@aws-sdk/lib-dynamodb';

const table = DynamoDBDocumentClient.from(new DynamoDBClient());

/** The response data of `GET /events/view/{id}`, read from the table without validation. */
export async function viewEvent(accountId: string, id = '') {
  const { Item } = await table.send(
    new GetCommand({
      TableName: process.env['TABLE_NAME'],
      Key: { PK: `ACCOUNT#${accountId}`, SK: `EVENT#${id.padStart(16, '0')}` },
      ConsistentRead: true,
    }),
  );
  if (!Item) return undefined;
  const { name, description, event_date, budgets } = Item;
  const amounts = Object.values<{ amount_cents: number }>(budgets).map(({ amount_cents }) => amount_cents);
  const total_amount = amounts.reduce((total, cents) => total + cents, 0) / 100;
  const data = { id: Item['id'], name, total_amount, budgets_count: amounts.length, description, event_date };
  return { status: 'success', return_count: 1, data };
}

export const unauthorized = { status: 'error', message: 'Unauthorized. Missing or invalid token.' };

export const notFound = { status: 'error', message: 'Event not found' };
