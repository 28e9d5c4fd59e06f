import type { APIGatewayProxyEventV2, Context } from 'aws-lambda';
import * as z from 'zod/mini';
import type { Answer } from '../../lib/http/answers.ts';
import { expectDocumented } from './contract.ts';
import { context, gatewayRequest, type Request } from './gateway.ts';

export type Handler = (request: APIGatewayProxyEventV2, context: Context) => Promise<Answer>;

const answerBody = z.looseObject({
  status: z.enum(['success', 'error']),
  message: z.optional(z.string()),
  errors: z.optional(z.array(z.object({ field: z.string(), message: z.string() }))),
  token: z.optional(z.string()),
  next_cursor: z.optional(z.string()),
  data: z.optional(z.unknown()),
});

/** Calls a handler as API Gateway does and reads its answer, which has to be as the OpenAPI document says. */
export async function call(handler: Handler, { method = 'POST', ...request }: Request = {}) {
  const { statusCode, headers, body } = await handler(gatewayRequest(method, request), context());
  const answered = answerBody.parse(JSON.parse(body));
  expectDocumented(handler, statusCode, headers, answered);
  return { status: statusCode, headers, text: body, body: answered };
}

export type Outcome = Awaited<ReturnType<typeof call>>;
