import middy from '@middy/core';
import type { APIGatewayProxyEventV2 } from 'aws-lambda';
import { runCall } from '../aws/call.ts';
import { SECURITY_HEADERS } from './headers.ts';
import { type CallContext, logCall } from './log.ts';
import type { HttpResponse } from './responses.ts';

/** A Lambda timeout sends no response, so the service responds this long before it. */
const TIMEOUT_EARLY_MS = 500;

type MiddyRequest = middy.Request<
  APIGatewayProxyEventV2,
  HttpResponse,
  Error,
  CallContext,
  { startedAt: number; coldStart: boolean }
>;

/** Makes a Lambda handler: every error becomes a response, every response has its headers and a line in the log. */
export const lambdaHandler = (
  serve: (request: APIGatewayProxyEventV2, context: CallContext) => Promise<HttpResponse>,
  errorResponse: (error: unknown) => HttpResponse,
) =>
  middy(
    (request: APIGatewayProxyEventV2, context: CallContext, { signal }: { signal: AbortSignal }) =>
      runCall({ signal, onWriteConflict: () => countWriteConflict(context) }, () => serve(request, context)),
    { timeoutEarlyInMillis: TIMEOUT_EARLY_MS },
  )
    .use({ before: start, after: log, onError: log })
    .use({ after: addHeaders, onError: addHeaders })
    .onError((request) => {
      request.response = errorResponse(request.error);
    });

function countWriteConflict(context: CallContext): void {
  context.writeConflicts = (context.writeConflicts ?? 0) + 1;
}

let coldStart = true;

function start({ internal }: MiddyRequest): void {
  internal.startedAt = performance.now();
  internal.coldStart = coldStart;
  coldStart = false;
}

function log({ event: request, context, response, error, internal }: MiddyRequest): void {
  logCall({ request, context, response, error, ...internal });
}

/** Adds the security headers and the request id. A response's own headers take precedence. */
function addHeaders({ context, response }: MiddyRequest): void {
  if (!response) return;
  response.headers = { ...SECURITY_HEADERS, 'x-request-id': context.awsRequestId, ...response.headers };
}
