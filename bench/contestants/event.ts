import { DynamoDBClient } from '@aws-sdk/client-dynamodb';
import { DynamoDBDocumentClient, GetCommand, QueryCommand } from '@aws-sdk/lib-dynamodb';

const table = DynamoDBDocumentClient.from(new DynamoDBClient());

/** Who calls, in a token. */
export interface Caller {
  sub?: string | undefined;
  sid?: unknown;
}

/** Whether the session of a token lives. */
async function isAlive({ sub, sid }: Caller): Promise<boolean> {
  const { Item } = await table.send(
    new GetCommand({
      TableName: process.env['TABLE_NAME'],
      Key: { PK: `PERSON#${sub}`, SK: 'ACCOUNT' },
      ConsistentRead: true,
      ProjectionExpression: 'sessions.#sid, leaving',
      ExpressionAttributeNames: { '#sid': String(sid) },
    }),
  );
  return !Item?.['leaving'] && Item?.['sessions']?.[String(sid)]?.e > Date.now() / 1_000;
}

/** The status and body of the response to `GET /events/view/{id}`. Asks for the session at the same time. */
export async function respond(caller: Caller | undefined, id = '') {
  if (!caller?.sub || !caller.sid) return { status: 401, body: unauthorized } as const;
  const [alive, event] = await Promise.all([isAlive(caller), viewEvent(caller.sub, id)]);
  if (!alive) return { status: 401, body: unauthorized } as const;
  return event ? ({ status: 200, body: event } as const) : ({ status: 404, body: notFound } as const);
}

/** The response data of `GET /events/view/{id}`, read from the table without validation. */
async function viewEvent(accountId: string, id: string) {
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

const unauthorized = { status: 'error', message: 'Unauthorized. Missing or invalid token.' };

const notFound = { status: 'error', message: 'Event not found' };
