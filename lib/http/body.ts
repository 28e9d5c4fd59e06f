import type { APIGatewayProxyEventV2 } from 'aws-lambda';
import { exactNumber } from '../exact-number.ts';
import { problem } from '../problem.ts';
import type { BodyFormat, ConvertedBody } from './body-format.ts';
import { badRequest, contentTooLarge, unsupportedMediaType } from './errors.ts';

const MAX_BYTES = 64 * 1024;
const JSON_TYPE = 'application/json';
const MAX_DEPTH = 16;
/** Keys that could pollute a prototype. */
export const PROTOTYPE_KEYS = ['__proto__', 'constructor', 'prototype'];

/** What an operation takes besides JSON objects of up to 64 KiB. */
export interface BodyRules {
  maxBodyBytes?: number;
  /** Further formats by media type. */
  bodyFormats?: Record<string, BodyFormat>;
}

interface ReadBody {
  value: object | undefined;
  converted?: ConvertedBody;
}

/** Parses the body as a JSON object, or in another format that the operation takes. Throws for anything else. */
export function readBody(request: APIGatewayProxyEventV2, rules: BodyRules): ReadBody {
  // What is missing is undefined in API Gateway and null in serverless-offline.
  const { body, isBase64Encoded, headers, queryStringParameters } = request;
  const format = formatOf(headers['content-type'], rules);
  const bytes = Buffer.from(body ?? '', isBase64Encoded ? 'base64' : 'utf8');
  const { maxBodyBytes = MAX_BYTES } = rules;
  if (bytes.byteLength > maxBodyBytes) throw tooLarge(maxBodyBytes);
  if (!format) return { value: body ? readObject(bytes) : undefined };
  const text = textOf(bytes);
  // API Gateway decodes `text/*`, so what is not UTF-8 may arrive with replacement characters.
  if (text === undefined || (!isBase64Encoded && text.includes('\ufffd'))) throw notUtf8();
  const converted = format.read(text, queryStringParameters ?? {});
  return { value: converted.value, converted };
}

/** The format of a content type; `undefined` for JSON. Operations that take nothing else ignore the content type. */
function formatOf(contentType: string | undefined, { bodyFormats }: BodyRules): BodyFormat | undefined {
  const [type = ''] = (contentType ?? '').toLowerCase().split(';');
  if (!bodyFormats || ['', JSON_TYPE].includes(type.trim())) return undefined;
  const types = Object.keys(bodyFormats);
  if (!types.includes(type.trim())) throw unsupported(types);
  return bodyFormats[type.trim()];
}

function readObject(bytes: Uint8Array): object {
  const value = parse(bytes);
  if (typeof value !== 'object' || value === null || Array.isArray(value)) throw malformed();
  if (hasPrototypeKey(value)) throw prototypeKey();
  if (isDeeperThan(MAX_DEPTH, value)) throw tooDeep();
  return value;
}

export const malformed = () => badRequest(problem('invalid', 'must be a JSON object'));

export const tooLarge = (maxBytes = MAX_BYTES) =>
  contentTooLarge(problem('too_large', `is too large (maximum is ${maxBytes} bytes)`));

export const unsupported = (types: string[]) =>
  unsupportedMediaType(problem('invalid', `must be ${[JSON_TYPE, ...types].join(' or ')}`));

const notUtf8 = () => badRequest(problem('invalid', 'must be in UTF-8'));

const prototypeKey = () => badRequest(problem('invalid', `must not have a key ${PROTOTYPE_KEYS.join(', ')}`));

const tooDeep = () => badRequest(problem('too_deep', `must not be nested deeper than ${MAX_DEPTH} levels`));

function parse(bytes: Uint8Array): unknown {
  try {
    return JSON.parse(new TextDecoder('utf-8', { fatal: true }).decode(bytes), exactNumber);
  } catch {
    throw malformed();
  }
}

/** Without its BOM; `undefined` if it isn't UTF-8. */
function textOf(bytes: Uint8Array): string | undefined {
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(bytes);
  } catch {
    return undefined;
  }
}

const hasPrototypeKey = (value: object): boolean => PROTOTYPE_KEYS.some((key) => Object.hasOwn(value, key));

const isDeeperThan = (depth: number, value: unknown): boolean =>
  typeof value === 'object' &&
  value !== null &&
  (depth === 0 || Object.values(value).some((inner) => isDeeperThan(depth - 1, inner)));
