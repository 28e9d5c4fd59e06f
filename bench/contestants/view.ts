import { QueryCommand } from '@aws-sdk/lib-dynamodb';
import { type Caller, isActive, table, unauthorized } from './session.ts';

/** The status and body of the response to `GET /events/view/{id}`. Asks for the session at the same time. */
export async function view(caller: Caller | undefined, id: number | undefined) {
  if (!caller?.sub || !caller.sid) return unauthorized;
  const [alive, event] = await Promise.all([isActive(caller), id ? find(caller.sub, id) : undefined]);
  if (!alive) return unauthorized;
  return event ? ({ status: 200, body: event } as const) : ({ status: 404, body: notFound } as const);
}

/** The response data, read from the table without validation. */
async function find(accountId: string, id: number) {
  const { Items: [item] = [] } = await table.send(
    new QueryCommand({
      TableName: process.env['TABLE_NAME'],
      IndexName: 'heads',
      ConsistentRead: true,
      KeyConditionExpression: 'PK = :account AND head_id = :id',
      ExpressionAttributeValues: { ':account': `ACCOUNT#${accountId}`, ':id': id },
    }),
  );
  if (!item) return undefined;
  const { name, description, event_date, budgets_count, total_cents } = item['head'];
  const total_amount = total_cents / 100;
  const data = { id: item['head_id'], name, total_amount, budgets_count, description, event_date };
  return { status: 'success', return_count: 1, data };
}

const notFound = { status: 'error', message: 'Event not found' };
