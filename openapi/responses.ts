import * as z from 'zod/mini';
import type { ZodOpenApiResponsesObject } from 'zod-openapi';
import type { Contract } from '../lib/http/contract.ts';
import { invalidInput } from '../lib/http/endpoint.ts';
import { type ErrorStatus, fieldError } from '../lib/http/errors.ts';
import { messageFor } from '../lib/http/responses.ts';
import { errorsOf } from './errors.ts';

const DESCRIPTIONS: Record<number, string> = {
  200: 'Success',
  201: 'Created',
  400: 'The body is not a JSON object, or a required part of it is missing',
  401: 'The token is missing or invalid, or the credentials are wrong',
  404: 'Not found, or it belongs to another account',
  405: 'The path does not support this method',
  409: 'The value is already taken, or a limit is reached',
  413: 'The body is larger than 64 KiB',
  422: 'A field is missing or invalid',
  429: 'Too many attempts',
  500: 'Internal error',
  503: 'The database is overloaded or unreachable',
};

const HEADERS: Partial<Record<ErrorStatus, Record<string, string>>> = {
  401: { 'WWW-Authenticate': 'The authentication scheme' },
  405: { Allow: 'The method that the path supports' },
  429: { 'Retry-After': 'Seconds to wait before the next attempt' },
  503: { 'Retry-After': 'Seconds to wait before the next attempt' },
};

/** Of which an error names the fields. */
const WITH_FIELDS: ErrorStatus[] = [400, 409, 413, 422];

const fieldErrors = z
  .array(
    z.object({
      field: z.string().check(z.meta({ examples: ['name'] })),
      message: z.string().check(z.meta({ examples: ["Name can't be blank."] })),
    }),
  )
  .check(z.minLength(1), z.meta({ id: 'FieldErrors', description: 'One entry for each invalid field' }));

/** The responses of an endpoint by status. */
export function responsesOf(contract: Contract): ZodOpenApiResponsesObject {
  const { success, serves, headers = {} } = contract;
  const located = Object.fromEntries(
    Object.entries(headers).map(([name, description]) => [titleCase(name), description]),
  );
  return Object.fromEntries([
    serves ? served(serves) : response(success, successBody(contract), located),
    ...errorsOf(contract).map((status) => response(status, errorBody(status, contract), HEADERS[status])),
  ]);
}

const titleCase = (header: string): string => header.replaceAll(/\b[a-z]/g, (letter) => letter.toUpperCase());

const successBody = ({ messages: { success: message }, output }: Contract) =>
  z.object({
    status: z.literal('success'),
    ...(message !== undefined && { message: z.literal(message) }),
    ...output,
  });

function errorBody(status: ErrorStatus, contract: Contract) {
  const { input, invalidStatus = 422, method, messages } = contract;
  const checksInput = status === invalidStatus && (input.body ?? input.query) !== undefined;
  const [message = z.string(), ...others] = [
    ...(status !== 422 ? [z.literal(messageFor(status, messages))] : []),
    ...(checksInput && (status === 422 || method === 'POST') ? [invalidMessage(contract)] : []),
  ];
  return z.object({
    status: z.literal('error'),
    message: others.length > 0 ? z.union([message, ...others]) : message,
    ...(WITH_FIELDS.includes(status) && { errors: fieldErrors }),
  });
}

/** The message of a validation error. It may end with the first field error. */
function invalidMessage(contract: Contract): z.ZodMiniType {
  const { invalid } = contract.messages;
  const { details } = invalidInput([fieldError('name', "can't be blank")], contract);
  const example = details.message ?? contract.messages.failure;
  if (typeof invalid !== 'object') return z.literal(example);
  return z.string().check(z.regex(new RegExp(`^${invalid.prefix}`)), z.meta({ examples: [example] }));
}

function response(status: number, schema: z.ZodMiniType, headers: Record<string, string> = {}) {
  const described = { 'X-Request-Id': 'Identifies the request in the log', ...headers };
  const documented = Object.entries(described).map(([name, description]) => [
    name,
    { description, schema: { type: 'string' as const }, required: true },
  ]);
  const content = { 'application/json': { schema } };
  return [
    String(status),
    { description: DESCRIPTIONS[status] ?? '', headers: Object.fromEntries(documented), content },
  ];
}

const served = (mediaType: string) => ['200', { description: 'The file', content: { [mediaType]: {} } }];
