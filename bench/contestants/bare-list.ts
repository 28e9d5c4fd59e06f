import { paginateQuery } from '@aws-sdk/lib-dynamodb';
import type { APIGatewayProxyEventV2 } from 'aws-lambda';
import { callerOf } from './bare.ts';
import { table } from './session.ts';

/** Reads all events of an account, and returns what the table has. */
export async function handler({ headers }: APIGatewayProxyEventV2) {
  const query = {
    TableName: process.env['TABLE_NAME'],
    IndexName: 'heads',
    ConsistentRead: true,
    KeyConditionExpression: 'PK = :account AND head_id > :none',
    ExpressionAttributeValues: {
      ':account': `ACCOUNT#${callerOf(headers['authorization'])?.sub}`,
      ':none': 0,
    },
  };
  const pages = await Array.fromAsync(paginateQuery({ client: table }, query));
  return { statusCode: 200, body: JSON.stringify(pages.flatMap(({ Items = [] }) => Items)) };
}
