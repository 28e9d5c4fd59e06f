import { setTimeout } from 'node:timers/promises';
import type { APIGatewayProxyEventV2 } from 'aws-lambda';
import * as z from 'zod/mini';
import { isAccessToken } from '../auth/access-token.ts';
import { abortable } from '../aws/call.ts';
import { isRejection } from '../errors.ts';
import { JSON_TYPE } from '../http/body.ts';
import type { Contract } from '../http/contract.ts';
import { tokenIn } from '../http/endpoint.ts';
import type { CallContext } from '../http/lambda-handler.ts';
import type { HttpResponse } from '../http/responses.ts';
import { MAX_BODY_BYTES } from '../lists/page.ts';
import { readMessage, resultOf } from './protocol.ts';
import generated from './tools.json' with { type: 'json' };

type Serve = (request: APIGatewayProxyEventV2, context: CallContext) => Promise<HttpResponse>;
type Arguments = Record<string, unknown>;

/** An endpoint that assistants may use. */
export interface Tool {
  handler: Serve & { contract: Contract };
  /** Makes the body of the arguments, unless they are the body themselves. */
  bodyOf?: (args: Arguments) => object;
  /** Set if its `ETag` is the event's version. */
  isVersioned?: boolean;
}

const call = z.object({ name: z.string(), arguments: z._default(z.looseObject({}), {}) });

/** Calls the tool that a message names: its endpoint checks and logs the call. All other messages are for `protocol`. */
export const withTools =
  (protocol: Serve, tools: Record<string, Tool>): Serve =>
  async (request, context) => {
    const { id, method, params, failed } = readMessage(request);
    const { data } = call.safeParse(params);
    const found = generated.tools.find(({ shown }) => shown.name === data?.name);
    const tool = found && tools[found.shown.name];
    const isCall = request.requestContext.http.method === 'POST' && method === 'tools/call' && !failed;
    if (!data || !tool || !isCall || id === undefined || !isAccessToken(tokenIn(request)))
      return protocol(request, context);
    context.tool = found.shown.name;
    const response = await tool.handler(requestOf(request, found, tool, data.arguments), context);
    // A rejected token concerns the connection, not the model.
    if (response.headers['www-authenticate'] !== undefined) return response;
    const { headers, ...result } = resultOf(id, toResult(response, tool));
    return { ...result, headers: { ...headers, 'x-request-id': context.awsRequestId } };
  };

/** The request that the endpoint would get from a client. It ignores arguments that are elsewhere too. */
function requestOf(
  { headers: { authorization }, ...request }: APIGatewayProxyEventV2,
  { method, route, path, query, shown }: (typeof generated.tools)[number],
  { bodyOf = (args) => args }: Tool,
  args: Arguments,
): APIGatewayProxyEventV2 {
  const known = Object.keys(shown.inputSchema.properties).filter((name) => args[name] !== undefined);
  const given = Object.fromEntries(known.map((name) => [name, args[name]]));
  const texts = new Map(known.flatMap((name) => (args[name] === null ? [] : [[name, textOf(args[name])]])));
  const key = texts.get('repeat_key');
  return {
    ...request,
    isBase64Encoded: false,
    routeKey: `ANY ${route}`,
    requestContext: { ...request.requestContext, http: { ...request.requestContext.http, method } },
    headers: {
      ...{ authorization, 'content-type': JSON_TYPE, prefer: 'return=representation' },
      ...(key !== undefined && { 'idempotency-key': encodeURIComponent(key) }),
    },
    pathParameters: Object.fromEntries(
      Object.entries(path).map(([argument, name]) => [name, texts.get(argument)]),
    ),
    queryStringParameters: { ...query, ...Object.fromEntries(texts) },
    body: JSON.stringify(bodyOf(given), orInexact),
  };
}

const textOf = (value: unknown): string =>
  (typeof value === 'string' ? value : JSON.stringify(value)).toWellFormed();

/** A number that isn't kept exactly would become `null`, which clears a field. The endpoint rejects this one instead. */
const orInexact = (_: string, value: unknown): unknown =>
  typeof value === 'number' && !Number.isFinite(value) ? JSON.rawJSON('0.10000000000000000001') : value;

/** Arguments, by the fields of errors that have another name. */
const ARGUMENTS = new Map<unknown, string>([
  ['budgets[0].id', 'budget_id'],
  ['Idempotency-Key', 'repeat_key'],
]);

function toResult({ statusCode, headers, body }: HttpResponse, { handler: { contract }, isVersioned }: Tool) {
  // Amounts keep their digits. An assistant might open a link.
  const shown: unknown = JSON.parse(body, (name, value, { source }) => {
    if (name === 'link') return undefined;
    if (name === 'field') return ARGUMENTS.get(value) ?? value;
    return typeof value === 'number' && source ? JSON.rawJSON(source) : value;
  });
  const text = JSON.stringify(shown);
  const isTooLong = Buffer.byteLength(JSON.stringify(JSON.stringify(text))) > MAX_BODY_BYTES;
  const isRead = contract.method === 'GET';
  // A write that was done is no error, however much it says.
  const isError = statusCode >= 400 || (isTooLong && isRead);
  const notes = isError || isRead ? [] : [noteOn(text, headers, isVersioned)];
  const content = [isTooLong ? 'The result is too long to show.' : text, ...notes];
  return { content: content.map((each) => ({ type: 'text', text: each })), ...(isError && { isError }) };
}

/** Tells how to undo a write. Quotation marks in its texts are escaped. */
function noteOn(text: string, headers: HttpResponse['headers'], isVersioned = false): string {
  if (headers['idempotency-replayed']) return 'This was done before; nothing was done now.';
  if (text.includes('"return_count":0,')) return 'Nothing was changed.';
  return isVersioned
    ? `To undo this, if it changed anything, call undo with version ${headers['etag']?.replaceAll('"', '')}.`
    : '`list_history` shows its version.';
}

/** Waits up to three times while the history of a write isn't recorded. */
export const waiting =
  (work: Serve, retries = 3): Serve =>
  async (request, context) => {
    try {
      return await work(request, context);
    } catch (error) {
      const isEarly = isRejection(error, 'conflict') && error.details.retryAfterSeconds !== undefined;
      if (!isEarly || retries === 0) throw error;
    }
    await setTimeout(1_000, undefined, { signal: abortable()?.abortSignal });
    return waiting(work, retries - 1)(request, context);
  };
