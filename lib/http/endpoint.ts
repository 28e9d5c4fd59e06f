import middy from '@middy/core';
import type { APIGatewayProxyEventV2 } from 'aws-lambda';
import * as z from 'zod/mini';
import { readConfig } from '../config.ts';
import type { Access } from './access.ts';
import { type Answer, errorAnswer, type Sentences, successAnswer } from './answers.ts';
import { readBody } from './body.ts';
import { checkInput, type Input, type InputShape } from './input.ts';
import { type CallContext, requestLog } from './log.ts';
import { type FieldError, methodNotAllowed, type Refusal, unprocessable } from './refusals.ts';
import type { Reply } from './replies.ts';

/** All there is to say of an endpoint. */
export interface Endpoint<Caller extends string | undefined, Shape extends InputShape> extends Sentences {
  method: 'GET' | 'POST' | 'ANY';
  access: Access<Caller>;
  input: Shape;
  /** How a query or a body is refused that fits no schema. */
  invalid?: (errors: FieldError[]) => Refusal;
  handle: (input: Input<Shape>, accountId: Caller) => Promise<Reply>;
}

/** Lambda gives up without an answer; this long before, the caller gets one. */
const TIMEOUT_EARLY_MS = 500;

const PREFLIGHT_ANSWER: Answer = { statusCode: 204, headers: {}, body: '' };

/** The Lambda handler of an endpoint: whatever happens in it becomes an answer. */
export function endpoint<Caller extends string | undefined, Shape extends InputShape>(
  definition: Endpoint<Caller, Shape>,
) {
  const { method, access, input, invalid = unprocessable, handle } = definition;
  const schema = z.object(input);

  const read = (request: APIGatewayProxyEventV2) => ({
    path: request.pathParameters ?? {},
    query: request.queryStringParameters ?? {},
    body: method === 'POST' ? readBody(request) : undefined,
  });

  async function serve(request: APIGatewayProxyEventV2, context: CallContext): Promise<Answer> {
    if (isPreflight(request)) return PREFLIGHT_ANSWER;
    if (method !== 'ANY' && request.requestContext.http.method !== method) throw methodNotAllowed(method);
    // Without its configuration nothing is served, nor half done.
    readConfig();
    const accountId = await access(request.headers['authorization']);
    context.accountId = accountId;
    const reply = await handle(checkInput(schema, read(request), invalid), accountId);
    context.accountId ??= reply.accountId;
    return successAnswer(reply);
  }

  return middy(serve, { timeoutEarlyInMillis: TIMEOUT_EARLY_MS })
    .use(requestLog())
    .onError((request) => {
      request.response = errorAnswer(request.error, definition);
    });
}

/** A browser's question whether a page of another origin may call; API Gateway adds the CORS headers. */
const isPreflight = ({ requestContext, headers }: APIGatewayProxyEventV2): boolean =>
  requestContext.http.method === 'OPTIONS' && headers['access-control-request-method'] !== undefined;
