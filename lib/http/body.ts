import type { APIGatewayProxyEventV2 } from 'aws-lambda';
import { badRequest, fieldError, tooLarge } from './refusals.ts';

const MAX_BYTES = 64 * 1024;
const MAX_DEPTH = 16;
/** No body has them. */
export const PROTOTYPE_KEYS = ['__proto__', 'constructor', 'prototype'];

/** The JSON object that a request carries, `undefined` where it carries nothing. Refuses all else. */
export function readBody({ body, isBase64Encoded }: APIGatewayProxyEventV2): object | undefined {
  // API Gateway leaves a missing body out, the local server makes it null.
  if (!body) return undefined;
  const bytes = Buffer.from(body, isBase64Encoded ? 'base64' : 'utf8');
  if (bytes.byteLength > MAX_BYTES) {
    throw tooLarge([fieldError('body', `is too large (maximum is ${MAX_BYTES} bytes)`)]);
  }
  const value = parse(bytes);
  if (typeof value !== 'object' || value === null || Array.isArray(value)) throw malformed();
  if (hasPrototypeKey(value))
    throw badRequest([fieldError('body', `must not have ${PROTOTYPE_KEYS.join(', ')}`)]);
  if (isDeeperThan(MAX_DEPTH, value))
    throw badRequest([fieldError('body', `must nest no deeper than ${MAX_DEPTH}`)]);
  return value;
}

export const malformed = () => badRequest([fieldError('body', 'must be a JSON object')]);

function parse(bytes: Uint8Array): unknown {
  try {
    return JSON.parse(new TextDecoder('utf-8', { fatal: true }).decode(bytes));
  } catch {
    throw malformed();
  }
}

const hasPrototypeKey = (value: object): boolean => PROTOTYPE_KEYS.some((key) => Object.hasOwn(value, key));

const isDeeperThan = (depth: number, value: unknown): boolean =>
  typeof value === 'object' &&
  value !== null &&
  (depth === 0 || Object.values(value).some((inner) => isDeeperThan(depth - 1, inner)));
