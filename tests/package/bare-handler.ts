import { DynamoDBClient } from '@aws-sdk/client-dynamodb';
import {
  DeleteCommand,
  DynamoDBDocumentClient,
  GetCommand,
  PutCommand,
  paginateQuery,
  UpdateCommand,
} from '@aws-sdk/lib-dynamodb';
import { jwtVerify } from 'jose';

const client = DynamoDBDocumentClient.from(new DynamoDBClient());
const key = new TextEncoder().encode(process.env['TOKEN_KEYS']);

/** The smallest use of the SDK and jose in an event function. Bundle sizes are compared with it. */
export async function handler({ headers: { authorization = '' } }: { headers: Record<string, string> }) {
  const { payload } = await jwtVerify(authorization, key);
  const item = { TableName: process.env['TABLE_NAME'], Key: { PK: payload.sub } };
  await client.send(new GetCommand(item));
  await client.send(new PutCommand({ ...item, Item: item.Key }));
  await client.send(new UpdateCommand(item));
  await client.send(new DeleteCommand(item));
  for await (const _ of paginateQuery({ client }, item));
  return { statusCode: 200 };
}
