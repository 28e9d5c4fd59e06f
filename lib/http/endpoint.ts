import type { APIGatewayProxyEventV2 } from 'aws-lambda';
import * as z from 'zod/mini';
import { wasRejected } from '../auth/rejected-accounts.ts';
import { runBeside } from '../aws/call.ts';
import { Rejection } from '../errors.ts';
import { RepeatedError } from '../idempotency/repeat.ts';
import type { Admitted } from './authentication.ts';
import type { Contract, Endpoint, Handled, OutputShape } from './contract.ts';
import { isNotModified } from './etag.ts';
import { type InputShape, parseInput, readInput } from './input.ts';
import { type CallContext, lambdaHandler } from './lambda-handler.ts';
import {
  errorResponse,
  type HttpResponse,
  type ResponseParts,
  replay,
  represented,
  successResponse,
} from './responses.ts';
import { fileResponse } from './static-file.ts';

const PREFLIGHT_RESPONSE: HttpResponse = { statusCode: 204, headers: {}, body: '' };

export function endpoint<
  Who extends Admitted,
  Shape extends InputShape,
  Output extends OutputShape = Record<never, never>,
  Header extends string = never,
  Represented extends OutputShape = Record<never, never>,
>(definition: Endpoint<Who, Shape, Output, Header, Represented>) {
  const { method, authentication, roles, idempotent, handle } = definition;
  const { success = 200, serves, messages, invalidStatus, representation } = definition;
  const methods = methodsOf(definition);
  const input = idempotent?.withKey(definition.input) ?? definition.input;
  const schema = z.object(input);

  /** Without its `ETag`, because the version may have changed until a repeat. */
  function firstResponse({ body, headers }: ResponseParts): HttpResponse {
    const { etag: _, ...kept } = headers ?? {};
    return successResponse(success, messages.success, { body, headers: kept });
  }

  async function serve(request: APIGatewayProxyEventV2, context: CallContext): Promise<HttpResponse> {
    if (isPreflight(request)) return PREFLIGHT_RESPONSE;
    if (method !== 'ANY' && !methods.includes(request.requestContext.http.method))
      throw new Rejection('wrong_method', [], { allow: methods.join(', ') });
    const addressToken = request.queryStringParameters?.['token'] ?? '';
    const credentials = { token: tokenIn(request), addressToken, roles, context };
    const caller = await authentication.authenticate(credentials);
    const accountId = caller && 'accountId' in caller ? caller.accountId : undefined;
    const check = authentication.requireSession(caller);
    // Work that begins beside the check costs as much for a rejected caller.
    if (accountId !== undefined && wasRejected(accountId)) await check;
    const work = async () => {
      const read = readInput(request, definition);
      try {
        const parsed = parseInput(schema, read);
        const idempotencyRecord =
          accountId === undefined ? undefined : idempotent?.recordOf(accountId, parsed);
        const handled = async (): Promise<Handled> =>
          (await handle(
            parsed,
            caller,
            idempotencyRecord && ((result) => idempotencyRecord.put(firstResponse(result))),
          )) ?? {};
        return await (idempotencyRecord ? idempotencyRecord.unlessRepeated(handled) : handled());
      } catch (error) {
        if (error instanceof RepeatedError) return error;
        throw read.converted ? read.converted.locate(error) : error;
      }
    };
    const result = await runBeside(check, work);
    if (result instanceof RepeatedError)
      return replay(result.first, representation && request.headers['prefer']);
    context.accountId ??= result.accountId;
    if (result.redirect !== undefined)
      return { statusCode: 302, headers: { location: result.redirect, vary: 'accept' }, body: '' };
    if (result.response) return result.response;
    if (result.file) return fileResponse(result.file, request.headers);
    const { text } = result;
    if (text && serves) {
      const headers = { 'content-type': serves, ...result.headers };
      const response = unlessNotModified({ statusCode: 200, headers, body: '' }, request);
      if (response.statusCode === 304) return response;
      return { ...response, body: await runBeside(check, async () => text()) };
    }
    const answer = representation ? await represented(result, request.headers['prefer']) : result;
    const response = result.isDryRun
      ? successResponse(200, messages.dryRun, answer)
      : successResponse(success, messages.success, answer);
    return method === 'GET' ? unlessNotModified(response, request) : response;
  }

  const handlerOf = (work: typeof serve) =>
    lambdaHandler(work, (error) => errorResponse(error, messages, invalidStatus));
  const contract = { ...definition, input } satisfies Contract<Shape, Output, Header>;
  /** The same endpoint, which does its work in another way. */
  const through = (wrap: (work: typeof serve) => typeof serve) =>
    Object.assign(handlerOf(wrap(serve)), { contract });
  return Object.assign(handlerOf(serve), { contract, through });
}

/** Adds `HEAD` for browsers, monitors and programs that check links, which send no `Authorization`. */
function methodsOf({ method, authentication }: Pick<Contract, 'method' | 'authentication'>): string[] {
  const isOpen = ['none', 'address'].includes(authentication.scheme);
  return method === 'GET' && isOpen ? ['GET', 'HEAD'] : [method];
}

/** Sent as `Bearer <token>`, or without the scheme. */
export const tokenIn = ({ headers }: APIGatewayProxyEventV2): string =>
  (headers['authorization'] ?? '').replace(/^bearer +/i, '');

/** API Gateway adds the CORS headers to the response. */
const isPreflight = ({ requestContext, headers }: APIGatewayProxyEventV2): boolean =>
  requestContext.http.method === 'OPTIONS' && headers['access-control-request-method'] !== undefined;

function unlessNotModified(response: HttpResponse, { headers }: APIGatewayProxyEventV2): HttpResponse {
  const { etag, 'cache-control': caching } = response.headers;
  if (etag === undefined || !isNotModified(headers['if-none-match'], etag)) return response;
  return { statusCode: 304, headers: { etag, ...(caching && { 'cache-control': caching }) }, body: '' };
}
