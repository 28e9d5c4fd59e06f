import type { APIGatewayProxyEventV2, Context } from 'aws-lambda';
import { Rejection } from '../errors.ts';
import { logger } from '../log.ts';
import { answerTo } from './errors.ts';
import type { HttpResponse } from './responses.ts';

/** Lambda's context with what the log says of a call. */
export type CallContext = Context & {
  accountId?: string | undefined;
  /** Id of the access token. */
  tokenId?: string;
  /** Number of retries because of write conflicts. */
  writeConflicts?: number;
};

interface LoggedCall {
  request: APIGatewayProxyEventV2;
  context: CallContext;
  response: HttpResponse | null | undefined;
  error: Error | null | undefined;
  /** By `performance.now()`. */
  startedAt: number;
  coldStart: boolean;
}

/** Logs one line per request, with the full error if the status is 5xx. */
export function logCall({ request, context, response, error, startedAt, coldStart }: LoggedCall): void {
  const line = {
    route: request.routeKey,
    method: request.requestContext.http.method,
    status: response?.statusCode,
    duration_ms: Math.round(performance.now() - startedAt),
    account_id: context.accountId,
    token_id: context.tokenId,
    request_id: context.awsRequestId,
    cold_start: coldStart,
    write_conflicts: context.writeConflicts,
    security_event: answerTo(error).securityEvent,
    email_hmac: error instanceof Rejection ? error.details.emailHmac : undefined,
  };
  if (error && (response?.statusCode ?? 500) >= 500) logger.error('request', { ...line, error });
  else logger.info('request', line);
}
