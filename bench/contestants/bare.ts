import { createHmac, timingSafeEqual } from 'node:crypto';
import type { APIGatewayProxyEventV2 } from 'aws-lambda';
import { type Caller, respond } from './event.ts';

/** The smallest implementation of `GET /events/view/{id}`: no framework, no validation, no log. */
export async function handler({ headers, pathParameters }: APIGatewayProxyEventV2) {
  const { status, body } = await respond(callerOf(headers['authorization']), pathParameters?.['id']);
  return {
    statusCode: status,
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify(body),
  };
}

function callerOf(authorization = ''): Caller | undefined {
  const [header = '', payload = '', signature = ''] = authorization.replace(/^Bearer /, '').split('.');
  const expected = createHmac('sha256', process.env['TOKEN_KEYS'] ?? '')
    .update(`${header}.${payload}`)
    .digest();
  const given = Buffer.from(signature, 'base64url');
  if (given.length !== expected.length || !timingSafeEqual(given, expected)) return undefined;
  const { sub, sid, exp } = JSON.parse(Buffer.from(payload, 'base64url').toString());
  return exp > Date.now() / 1000 ? { sub, sid } : undefined;
}
