import * as z from 'zod/mini';
import { PROBLEM_CODES } from '../../lib/problem.ts';
import { asFunction } from './as-function.ts';
import { expectDocumented } from './contract.ts';
import { context, type GatewayRequest, gatewayRequest } from './gateway.ts';
import { type Handler, handlers } from './handlers.ts';

export type { Handler };

const answerBody = z.looseObject({
  status: z.enum(['success', 'error']),
  message: z.optional(z.string()),
  errors: z.optional(
    z.array(
      z.object({
        field: z.string(),
        code: z.enum(PROBLEM_CODES),
        message: z.string(),
        line: z.optional(z.int()),
        // Facts have tests of their own: tests/functions/error-codes.test.ts
      }),
    ),
  ),
  token: z.optional(z.string()),
  next_cursor: z.optional(z.string()),
  data: z.optional(z.unknown()),
});

const names = new Map<Handler, string>(handlers.map(({ handler, name }) => [handler, name]));

/** Calls a handler like API Gateway does, and checks its permissions, and the response against the OpenAPI document. */
export async function call(handler: Handler, { method = 'POST', ...request }: GatewayRequest = {}) {
  const name = names.get(handler);
  const work = () => handler(gatewayRequest(method, request), context());
  const { statusCode, headers, body } = await (name ? asFunction(name, work) : work());
  const isFile = /^text\/(csv|calendar)/.test(headers['content-type'] ?? '');
  const isJson = !isFile && body !== '';
  const answered: unknown = isJson ? JSON.parse(body) : { status: isFile ? 'success' : 'error' };
  if (isJson) expectDocumented(handler, statusCode, headers, answered);
  const read = answerBody.parse(answered);
  return {
    ...{ status: statusCode, headers, text: body, body: read },
    /** The status, and the field and code of each error. */
    codes: [statusCode, ...(read.errors ?? []).map(({ field, code }) => `${field} ${code}`)],
    messages: (read.errors ?? []).map(({ message }) => message),
    /** Of what was created, from its `Location`. */
    id: String(headers['location']).replace(/^.*\//, ''),
    tag: String(headers['etag']),
    isReplay: headers['idempotency-replayed'] === 'true',
  };
}

export type Outcome = Awaited<ReturnType<typeof call>>;
