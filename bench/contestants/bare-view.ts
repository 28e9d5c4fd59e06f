import type { APIGatewayProxyEventV2 } from 'aws-lambda';
import { callerOf, idOf } from './bare.ts';
import { view } from './view.ts';

/** The smallest implementation of `GET /events/view/{id}`: no framework, no log. */
export async function handler({ headers, pathParameters }: APIGatewayProxyEventV2) {
  const { status, body } = await view(callerOf(headers['authorization']), idOf(pathParameters?.['id']));
  return {
    statusCode: status,
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify(body),
  };
}
