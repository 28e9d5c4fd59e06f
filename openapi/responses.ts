import * as z from 'zod/mini';
import type { ZodOpenApiResponsesObject } from 'zod-openapi';
import { tokenHolder, tokenSeeker } from '../lib/http/access.ts';
import { sentenceFor } from '../lib/http/answers.ts';
import type { Definition } from '../lib/http/endpoint.ts';
import { fieldError, unprocessable } from '../lib/http/refusals.ts';

const DESCRIPTIONS: Record<number, string> = {
  200: 'Done',
  201: 'Made',
  400: 'The body is no JSON object, or lacks what it must have',
  401: 'No valid token, or credentials that match no account',
  404: 'No such thing of this account',
  405: 'Another method than that of this path',
  409: 'In the way of what is there already',
  413: 'A body of more than 64 KiB',
  422: 'A field is missing or wrong',
  429: 'Too many tries',
  500: 'The service failed',
  503: 'The database is overloaded or out of reach',
};

const HEADERS: Record<number, Record<string, string>> = {
  401: { 'WWW-Authenticate': 'The scheme of the token' },
  405: { Allow: 'The method of this path' },
  429: { 'Retry-After': 'Seconds to wait' },
  503: { 'Retry-After': 'Seconds to wait' },
};

const fieldErrors = z
  .array(
    z.object({
      field: z.string().check(z.meta({ examples: ['name'] })),
      message: z.string().check(z.meta({ examples: ["Name can't be blank."] })),
    }),
  )
  .check(z.minLength(1), z.meta({ id: 'FieldErrors', description: 'What to mend' }));

/** Every answer that an endpoint can give, by status. */
export function responsesOf(definition: Definition): ZodOpenApiResponsesObject {
  const { access, makes = false, output, serves, success } = definition;
  const message = success === undefined ? {} : { message: z.literal(success) };
  const body = z.object({ status: z.literal('success'), ...message, ...output });
  const located = makes && access === tokenHolder ? { Location: 'The path of what has been made' } : {};
  const refusals = Map.groupBy(refusalsOf(definition), ({ status }) => status);
  return Object.fromEntries([
    serves ? served(serves) : response(makes ? 201 : 200, body, located),
    ...[...refusals].map(([status, same]) => response(status, refusalBody(same), HEADERS[status])),
  ]);
}

interface RefusalAnswer {
  status: number;
  message: z.ZodMiniType;
  errors: boolean;
}

function refusalsOf(definition: Definition): RefusalAnswer[] {
  const { access, conflict, input, method, unauthorized } = definition;
  const refusal = (status: number, errors = false): RefusalAnswer => ({
    status,
    message: z.literal(sentenceFor(status, definition)),
    errors,
  });
  return [
    ...(method === 'POST' ? [refusal(400, true), refusal(413, true)] : []),
    ...(access === tokenHolder || unauthorized ? [refusal(401)] : []),
    ...(input.path ? [refusal(404)] : []),
    refusal(405),
    ...(conflict ? [refusal(409, true)] : []),
    ...(input.body || input.query ? [invalidRefusal(definition)] : []),
    ...(access === tokenSeeker ? [refusal(429)] : []),
    refusal(500),
    refusal(503),
  ];
}

/** How the operation refuses a field: its sentence may go on with what is wrong. */
function invalidRefusal({ invalid = unprocessable, failure }: Definition): RefusalAnswer {
  const error = fieldError('name', "can't be blank");
  const { status, details } = invalid([error]);
  const sentence = details.sentence ?? failure;
  const [beginning, end] = sentence.split(error.message);
  const pattern = new RegExp(`^${beginning}`);
  const message =
    end === undefined
      ? z.literal(sentence)
      : z.string().check(z.regex(pattern), z.meta({ examples: [sentence] }));
  return { status, message, errors: true };
}

function refusalBody(refusals: RefusalAnswer[]) {
  const [message = z.string(), ...others] = refusals.map(({ message }) => message);
  const errors = refusals.some(({ errors }) => errors) ? { errors: fieldErrors } : {};
  return z.object({
    status: z.literal('error'),
    message: others.length > 0 ? z.union([message, ...others]) : message,
    ...errors,
  });
}

function response(status: number, schema: z.ZodMiniType, headers: Record<string, string> = {}) {
  const shown = Object.entries({ 'X-Request-Id': 'Names the request in the log', ...headers }).map(
    ([name, description]) => [name, { description, schema: { type: 'string' as const }, required: true }],
  );
  const content = { 'application/json': { schema } };
  return [
    String(status),
    { description: DESCRIPTIONS[status] ?? '', headers: Object.fromEntries(shown), content },
  ];
}

const served = (mediaType: string) => ['200', { description: 'The file', content: { [mediaType]: {} } }];
