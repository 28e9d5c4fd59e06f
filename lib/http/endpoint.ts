import middy from '@middy/core';
import type { APIGatewayProxyEventV2 } from 'aws-lambda';
import * as z from 'zod/mini';
import { readConfig } from '../config.ts';
import type { Access } from './access.ts';
import { type Answer, errorAnswer, type Sentences, successAnswer } from './answers.ts';
import { readBody } from './body.ts';
import { answerHeaders } from './headers.ts';
import { checkInput, type Input, type InputShape } from './input.ts';
import { type CallContext, requestLog } from './log.ts';
import { type FieldError, methodNotAllowed, type Refusal, unprocessable } from './refusals.ts';
import type { Reply } from './replies.ts';

/** All there is to say of an endpoint: its handler and its part of the OpenAPI document are made of this. */
export interface Endpoint<Caller extends string | undefined, Shape extends InputShape> extends Sentences {
  summary: string;
  method: 'GET' | 'POST' | 'ANY';
  access: Access<Caller>;
  input: Shape;
  /** The schemas of what a success says beside its sentence. */
  output?: Record<string, z.ZodMiniType>;
  /** The media type of what is answered in place of JSON. */
  serves?: string;
  /** Whether a success has made what was not there. */
  makes?: boolean;
  /** How a query or a body is refused that fits no schema. */
  invalid?: (errors: FieldError[]) => Refusal;
  handle: (input: Input<Shape>, accountId: Caller) => Promise<Reply>;
}

/** What there is to say of any endpoint, whoever may call it and whatever it takes. */
export type Definition = Omit<Endpoint<string | undefined, InputShape>, 'access' | 'handle'> & {
  access: unknown;
};

/** Lambda gives up without an answer; this long before, the caller gets one. */
const TIMEOUT_EARLY_MS = 500;

const PREFLIGHT_ANSWER: Answer = { statusCode: 204, headers: {}, body: '' };

/** The Lambda handler of an endpoint: whatever happens in it becomes an answer. */
export function endpoint<Caller extends string | undefined, Shape extends InputShape>(
  definition: Endpoint<Caller, Shape>,
) {
  const { method, access, input, invalid = unprocessable, makes = false, success, handle } = definition;
  const schema = z.object(input);

  const read = (request: APIGatewayProxyEventV2) => ({
    path: request.pathParameters ?? {},
    query: request.queryStringParameters ?? {},
    body: method === 'POST' ? readBody(request) : undefined,
    source: request.requestContext.http.sourceIp,
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
    return successAnswer(reply, makes, success);
  }

  const handler = middy(serve, { timeoutEarlyInMillis: TIMEOUT_EARLY_MS })
    .use(requestLog())
    .use(answerHeaders())
    .onError((request) => {
      request.response = errorAnswer(request.error, definition);
    });
  return Object.assign(handler, { definition });
}

/** A browser's question whether a page of another origin may call; API Gateway adds the CORS headers. */
const isPreflight = ({ requestContext, headers }: APIGatewayProxyEventV2): boolean =>
  requestContext.http.method === 'OPTIONS' && headers['access-control-request-method'] !== undefined;
