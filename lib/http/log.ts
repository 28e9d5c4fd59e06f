import { Logger } from '@aws-lambda-powertools/logger';
import type middy from '@middy/core';
import type { APIGatewayProxyEventV2, Context } from 'aws-lambda';
import { type Answer, refusalFor } from './answers.ts';

/** Lambda's context, with what the log tells of the caller. */
export type CallContext = Context & { accountId?: string | undefined };

type Request = middy.Request<
  APIGatewayProxyEventV2,
  Answer,
  Error,
  CallContext,
  { startedAt: number; coldStart: boolean }
>;

const logger = new Logger({ serviceName: 'event-budget-service' });

let coldStart = true;

/** One line for each request; where it failed inside, with the whole error. */
export const requestLog = () => ({
  before: (request: Request) => {
    request.internal.startedAt = performance.now();
    request.internal.coldStart = coldStart;
    coldStart = false;
  },
  after: write,
  onError: write,
});

function write({ event: { routeKey, requestContext }, context, response, error, internal }: Request): void {
  const line = {
    route: routeKey,
    method: requestContext.http.method,
    status: response?.statusCode,
    duration_ms: Math.round(performance.now() - internal.startedAt),
    account_id: context.accountId,
    request_id: context.awsRequestId,
    cold_start: internal.coldStart,
    security_event: error && refusalFor(error).details.securityEvent,
  };
  if (error && (response?.statusCode ?? 500) >= 500) logger.error('request', { ...line, error });
  else logger.info('request', line);
}
