import type { APIGatewayProxyEventV2 } from 'aws-lambda';
import * as z from 'zod/mini';
import { variable } from '../config/environment.ts';
import { Rejection } from '../errors.ts';
import { accessTokenNeeded } from '../http/authentication.ts';
import { bytesOf, JSON_TYPE, malformed, parseJson, requireMediaType, requireObject } from '../http/body.ts';
import { answerTo, fieldError } from '../http/errors.ts';
import { SECURITY_HEADERS } from '../http/lambda-handler.ts';
import type { HttpResponse } from '../http/responses.ts';
import generated from './tools.json' with { type: 'json' };

const CURRENT = '2026-07-28';
/** Revisions that begin with `initialize`, and need no `_meta`. */
const EARLIER = ['2025-11-25', '2025-06-18'];
const VERSIONS = [CURRENT, ...EARLIER];

const VERSION = 'io.modelcontextprotocol/protocolVersion';
const CAPABILITIES = 'io.modelcontextprotocol/clientCapabilities';
const requestMeta = z.object({ [VERSION]: z.string(), [CAPABILITIES]: z.looseObject({}) });

const ids = z.union([z.string(), z.int()]);
/** A notification has no id. */
const accepted = z.object({
  jsonrpc: z.literal('2.0'),
  id: z.optional(ids),
  method: z.string(),
  params: z._default(z.looseObject({}), {}),
});
type Accepted = z.output<typeof accepted>;
type Id = z.output<typeof ids> | null | undefined;

export interface Message extends Omit<Accepted, 'jsonrpc'> {
  /** The response to a message that breaks the protocol. */
  failed?: HttpResponse | undefined;
}

const response = (statusCode: number, body: object): HttpResponse => ({
  statusCode,
  headers: { ...SECURITY_HEADERS, 'content-type': 'application/json' },
  body: JSON.stringify({ jsonrpc: '2.0', ...body }),
});

const failure = (id: Id, code: number, message: string, statusCode = 400, data?: object) =>
  response(statusCode, { id, error: { code, message, data } });

export function readMessage(request: APIGatewayProxyEventV2): Message {
  let code = -32700;
  try {
    requireMediaType(request, [JSON_TYPE]);
    const value = parseJson(bytesOf(request));
    code = -32600;
    const { data } = accepted.safeParse(requireObject(value));
    if (!data) throw malformed();
    return { ...data, failed: failureOf(data, request.headers) };
  } catch (error) {
    if (!(error instanceof Rejection)) throw error;
    const { status, problems } = answerTo(error);
    const [problem] = error.reason === 'too_large' ? problems : [];
    const text = problem ? fieldError(problem).message : 'The body must be one message of JSON-RPC 2.0';
    return { method: '', params: {}, failed: failure(null, code, text, status) };
  }
}

/** Finds what in a message breaks the protocol. No revision says which headers a notification has. */
function failureOf({ id, method, params }: Accepted, headers: APIGatewayProxyEventV2['headers']) {
  const mismatch = (header: string) => failure(id, -32020, `${header} must be in the header as in the body`);
  const { origin, 'mcp-protocol-version': version, 'mcp-name': named = '' } = headers;
  if (!isPermitted(origin)) return failure(id, -32600, 'Web pages of this origin may not call', 403);
  if (id === undefined || method === 'initialize') return undefined;
  const { data: meta } = requestMeta.safeParse(params['_meta']);
  if (version === undefined || (meta && meta[VERSION] !== version)) return mismatch('MCP-Protocol-Version');
  if (EARLIER.includes(version)) return undefined;
  if (version !== CURRENT)
    return failure(id, -32022, 'Unsupported version', 400, { supported: VERSIONS, requested: version });
  if (!meta) return failure(id, -32602, `_meta must have ${VERSION} and ${CAPABILITIES}`);
  if (headers['mcp-method'] !== method) return mismatch('Mcp-Method');
  const [, encoded] = /^=\?base64\?(.*)\?=$/.exec(named) ?? [];
  const name = encoded === undefined ? named : Buffer.from(encoded, 'base64').toString();
  if (method === 'tools/call' && name !== params['name']) return mismatch('Mcp-Name');
  return method === 'ping' ? unknownMethod(id) : undefined;
}

/** Returns whether a web page of this origin may call. Programs send none. */
function isPermitted(origin: string | undefined): boolean {
  const listed = (variable('CORS_ORIGINS') ?? '*').split(',').map((each) => each.trim());
  if (origin === undefined || listed.includes('*') || listed.includes(origin)) return true;
  const own = ['SERVICE_URL', 'APP_URL'].map((name) => URL.parse(variable(name) ?? '')?.origin);
  return own.includes(origin.replace('//127.0.0.1', '//localhost'));
}

const unknownMethod = (id: Id) => failure(id, -32601, 'Method not found', 404);

const { version, instructions, tools } = generated;
const serverInfo = { name: 'event-budget', title: 'Event Budget', version };
const about = { capabilities: { tools: {} }, instructions };
/** A token with another access gets another list. */
const cached = { ttlMs: 3_600_000, cacheScope: 'private' };

/** Responds to every message but the call of a tool, by the access of the token. */
export function answer({ id, method, params, failed }: Message, access: string | undefined): HttpResponse {
  if (access === undefined) throw accessTokenNeeded();
  if (failed) return failed;
  if (id === undefined) return { statusCode: 202, headers: {}, body: '' };
  if (method === 'tools/call') return failure(id, -32602, 'Unknown tool, or its arguments are no object');
  const listed = tools
    .map(({ shown }) => shown)
    .filter((each) => access === 'write' || each.annotations.readOnlyHint);
  const protocolVersion = EARLIER.find((each) => each === params['protocolVersion']) ?? EARLIER[0];
  const result = new Map<string, object>([
    ['initialize', { protocolVersion, serverInfo, ...about }],
    ['ping', {}],
    ['server/discover', { supportedVersions: VERSIONS, ...about, ...cached }],
    ['tools/list', { tools: listed, ...cached }],
  ]).get(method);
  return result ? resultOf(id, result) : unknownMethod(id);
}

export function resultOf(id: Id, result: object): HttpResponse {
  const _meta = { 'io.modelcontextprotocol/serverInfo': serverInfo };
  return response(200, { id, result: { resultType: 'complete', ...result, _meta } });
}
