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
  return { status: statusCode, headers, text: body, body: answerBody.parse(answered) };
}

export type Outcome = Awaited<ReturnType<typeof call>>;

/** The id in the `Location` of what was created. */
export const idIn = ({ headers }: Outcome): string => String(headers['location']).replace(/^.*\//, '');

export const tagOf = ({ headers }: Outcome): string => String(headers['etag']);

/** Its status, and the field and code of each error. */
export const errorsOf = ({ status, body }: Outcome) => [
  status,
  ...(body.errors ?? []).map(({ field, code }) => `${field} ${code}`),
];

export const isReplay = ({ headers }: Outcome): boolean => headers['idempotency-replayed'] === 'true';
