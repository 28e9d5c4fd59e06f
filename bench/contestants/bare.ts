import { createHmac, timingSafeEqual } from 'node:crypto';
import type { APIGatewayProxyEventV2 } from 'aws-lambda';
import { notFound, unauthorized, viewEvent } from './event.ts';

/** The smallest implementation of `GET /events/view/{id}`: no framework, no validation, no log. */
export async function handler({ headers, pathParameters }: APIGatewayProxyEventV2) {
  const accountId = subjectOf(headers['authorization']);
  if (!accountId) return answer(401, unauthorized);
  const event = await viewEvent(accountId, pathParameters?.['id']);
  return event ? answer(200, event) : answer(404, notFound);
}

function subjectOf(authorization = ''): string | undefined {
  const [header = '', payload = '', signature = ''] = authorization.replace(/^Bearer /, '').split('.');
  const expected = createHmac('sha256', process.env['TOKEN_KEYS'] ?? '')
    .update(`${header}.${payload}`)
    .digest();
  const given = Buffer.from(signature, 'base64url');
  if (given.length !== expected.length || !timingSafeEqual(given, expected)) return undefined;
  const { sub, exp } = JSON.parse(Buffer.from(payload, 'base64url').toString());
  return exp > Date.now() / 1000 ? sub : undefined;
}

const answer = (statusCode: number, body: object) => ({
  statusCode,
  headers: { 'content-type': 'application/json' },
  body: JSON.stringify(body),
});
