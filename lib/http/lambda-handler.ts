import middy from '@middy/core';
import type { APIGatewayProxyEventV2, Context } from 'aws-lambda';
import { runCall, type SentFactor } from '../aws/call.ts';
import { Rejection } from '../errors.ts';
import { logger } from '../log.ts';
import { answerTo } from './errors.ts';
import type { HttpResponse } from './responses.ts';

/** Headers of every response: no caching, no MIME sniffing, no embedding, no loading, no referrer, HTTPS only. */
export const SECURITY_HEADERS = {
  'cache-control': 'no-store',
  'content-security-policy': "default-src 'none'; base-uri 'none'; frame-ancestors 'none'",
  'referrer-policy': 'no-referrer',
  'strict-transport-security': 'max-age=31536000; includeSubDomains',
  'x-content-type-options': 'nosniff',
  'x-frame-options': 'DENY',
};

/** Lambda's context with what the log says of a call. */
export type CallContext = Context & {
  accountId?: string | undefined;
  /** Id of the access token. */
  tokenId?: string;
  /** The name by which an assistant called the endpoint. */
  tool?: string;
  /** Number of retries. */
  writeConflicts?: number;
  factor?: SentFactor;
};

/** A Lambda timeout sends no response, so the service responds this long before it. */
const TIMEOUT_EARLY_MS = 500;

type MiddyRequest = middy.Request<
  APIGatewayProxyEventV2,
  HttpResponse,
  unknown,
  CallContext,
  { startedAt: number; coldStart: boolean }
>;

/** Makes a Lambda handler: every error becomes a response, every response has its headers and a line in the log. */
export const lambdaHandler = (
  serve: (request: APIGatewayProxyEventV2, context: CallContext) => Promise<HttpResponse>,
  errorResponse: (error: unknown) => HttpResponse,
) =>
  middy(
    (request: APIGatewayProxyEventV2, context: CallContext, { signal }: { signal: AbortSignal }) => {
      const onWriteConflict = () => {
        context.writeConflicts = (context.writeConflicts ?? 0) + 1;
      };
      const onFactor = (sent: SentFactor) => {
        context.factor = sent;
      };
      return runCall({ signal, onWriteConflict, onFactor }, () => serve(request, context));
    },
    { timeoutEarlyInMillis: TIMEOUT_EARLY_MS },
  )
    .use({ before: start, after: log, onError: log })
    .use({ after: addHeaders, onError: addHeaders })
    .onError((request: MiddyRequest) => {
      try {
        request.response = errorResponse(request.error);
      } catch (defect) {
        request.error = defect;
        request.response = errorResponse(defect);
      }
    });

let coldStart = true;

function start({ internal }: MiddyRequest): void {
  internal.startedAt = performance.now();
  internal.coldStart = coldStart;
  coldStart = false;
}

/** Logs one line, with the full error if the status is 5xx. */
function log({ event: request, context, response, error, internal }: MiddyRequest): void {
  const line = {
    route: request.routeKey,
    method: request.requestContext.http.method,
    status: response?.statusCode,
    duration_ms: Math.round(performance.now() - internal.startedAt),
    account_id: context.accountId,
    token_id: context.tokenId,
    tool: context.tool,
    request_id: context.awsRequestId,
    cold_start: internal.coldStart,
    write_conflicts: context.writeConflicts,
    security_event: answerTo(error).securityEvent,
    factor: context.factor,
    email_hmac: error instanceof Rejection ? error.details.emailHmac : undefined,
  };
  if (error && (response?.statusCode ?? 500) >= 500) logger.error('request', { ...line, error });
  else logger.info('request', line);
}

/** Adds the security headers and the request id. A response's own headers take precedence. */
function addHeaders({ context, response }: MiddyRequest): void {
  if (!response) return;
  response.headers = { ...SECURITY_HEADERS, 'x-request-id': context.awsRequestId, ...response.headers };
}
