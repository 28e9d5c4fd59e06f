import { DynamoDBClient } from '@aws-sdk/client-dynamodb';
import { DynamoDBDocumentClient, GetCommand } from '@aws-sdk/lib-dynamodb';

export const table = DynamoDBDocumentClient.from(new DynamoDBClient());

/** Who calls, in a token. */
export interface Caller {
  sub?: string | undefined;
  sid?: unknown;
}

/** Whether the session of a token lives. */
export async function isActive({ sub, sid }: Caller): Promise<boolean> {
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

export const unauthorized = {
  status: 401,
  body: { status: 'error', message: 'Unauthorized. Missing or invalid token.' },
} as const;
