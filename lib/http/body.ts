import type { APIGatewayProxyEventV2 } from 'aws-lambda';
import { Rejection } from '../errors.ts';
import { exactNumber } from '../money/exact-number.ts';
import { type Problem, problem } from '../problem.ts';
import type { ReadBody } from './body-format.ts';

const MAX_BYTES = 64 * 1024;
const MAX_DEPTH = 16;
/** Keys that could pollute a prototype. */
export const PROTOTYPE_KEYS = ['__proto__', 'constructor', 'prototype'];

/** Parses the body as a JSON object; `undefined` if there is no body. Throws for anything else. */
export function readJson(request: APIGatewayProxyEventV2, maxBytes = MAX_BYTES): ReadBody {
  // A missing body is undefined in API Gateway and null in serverless-offline.
  return { value: request.body ? requireObject(parseJson(bytesOf(request, maxBytes))) : undefined };
}

/** Throws for a parsed body that is no object, or one that could do harm. */
export function requireObject(value: unknown): object {
  if (typeof value !== 'object' || value === null || Array.isArray(value)) throw malformed();
  if (PROTOTYPE_KEYS.some((key) => Object.hasOwn(value, key)))
    throw unreadable(problem('invalid', `must not contain the keys ${PROTOTYPE_KEYS.join(', ')}`));
  if (isDeeperThan(MAX_DEPTH, value))
    throw unreadable(
      problem('too_deep', 'must not be nested deeper than {maximum} levels', { maximum: MAX_DEPTH }),
    );
  return value;
}

export const JSON_TYPE = 'application/json';
export const CSV_TYPE = 'text/csv';

/** Content types that Windows with Excel and some programs send instead. */
const ALSO_CSV = ['application/vnd.ms-excel', 'application/csv'];

/** The media type of a body, without parameters; empty if the request doesn't say it. */
export function mediaTypeOf({ headers }: APIGatewayProxyEventV2): string {
  const type = (headers['content-type'] ?? '').toLowerCase().replace(/;.*$/s, '').trim();
  return ALSO_CSV.includes(type) ? CSV_TYPE : type;
}

/**
 * Throws for a body from a web page that has none of these types: a browser sends it without asking the service first,
 * whatever `CORS_ORIGINS` says.
 */
export function requireMediaType(request: APIGatewayProxyEventV2, accepted: string[]): void {
  const isFromPage = request.headers['origin'] !== undefined;
  if (isFromPage && request.body && !accepted.includes(mediaTypeOf(request))) throw unsupported(accepted);
}

export const unsupported = (accepted: string[]) =>
  new Rejection('unsupported', {
    field: 'Content-Type',
    problem: problem('invalid', `must be ${accepted.join(' or ')}`),
  });

/** Throws if the bytes are too many. */
export function bytesOf({ body, isBase64Encoded }: APIGatewayProxyEventV2, maxBytes = MAX_BYTES): Buffer {
  const bytes = Buffer.from(body ?? '', isBase64Encoded ? 'base64' : 'utf8');
  if (bytes.byteLength > maxBytes) throw tooLarge(maxBytes);
  return bytes;
}

const unreadable = (problem: Problem) => new Rejection('malformed', { field: 'body', problem });

export const malformed = () => unreadable(problem('invalid', 'must be a JSON object'));

export const tooLarge = (maxBytes = MAX_BYTES) =>
  new Rejection('too_large', {
    field: 'body',
    problem: problem('too_large', 'is too large (maximum is {maximum} {unit})', {
      maximum: maxBytes,
      unit: 'bytes',
    }),
  });

/** Throws for what is not JSON in UTF-8. */
export function parseJson(bytes: Uint8Array): unknown {
  try {
    return JSON.parse(new TextDecoder('utf-8', { fatal: true }).decode(bytes), exactNumber);
  } catch {
    throw malformed();
  }
}

const isDeeperThan = (depth: number, value: unknown): boolean =>
  typeof value === 'object' &&
  value !== null &&
  (depth === 0 || Object.values(value).some((inner) => isDeeperThan(depth - 1, inner)));
