import type middy from '@middy/core';
import type { APIGatewayProxyEventV2, Context } from 'aws-lambda';
import type { Answer } from './answers.ts';

/** What every answer tells a browser: keep nothing, guess nothing, load and frame nothing, come by HTTPS. */
const SECURITY_HEADERS = {
  'cache-control': 'no-store',
  'content-security-policy': "default-src 'none'; frame-ancestors 'none'",
  'strict-transport-security': 'max-age=31536000; includeSubDomains',
  'x-content-type-options': 'nosniff',
  'x-frame-options': 'DENY',
};

type Request = middy.Request<APIGatewayProxyEventV2, Answer, Error, Context>;

/** Headers of every answer, below its own. */
export const answerHeaders = () => ({ after: add, onError: add });

function add({ context, response }: Request): void {
  if (!response) return;
  response.headers = { ...SECURITY_HEADERS, 'x-request-id': context.awsRequestId, ...response.headers };
}
