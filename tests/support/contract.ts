import { readFileSync } from 'node:fs';
import { Ajv2020 } from 'ajv/dist/2020.js';
import addFormats from 'ajv-formats';
import { expect } from 'vitest';
import * as z from 'zod/mini';
import { handlers } from './handlers.ts';

const mediaType = z.object({
  schema: z.optional(
    z.looseObject({
      $ref: z.optional(z.string()),
      type: z.optional(z.string()),
      format: z.optional(z.string()),
    }),
  ),
  example: z.optional(z.unknown()),
  examples: z.optional(
    z.record(z.string(), z.object({ summary: z.optional(z.string()), value: z.unknown() })),
  ),
});
const content = z.optional(z.record(z.string(), mediaType));
const response = z.looseObject({
  headers: z.optional(z.record(z.string(), z.unknown())),
  content,
});
const reference = z.object({ $ref: z.string() });
const parameter = z.looseObject({ in: z.string(), name: z.string() });
const operation = z.looseObject({
  operationId: z.string(),
  description: z.optional(z.string()),
  tags: z.array(z.string()),
  security: z.array(z.record(z.string(), z.array(z.string()))),
  parameters: z.optional(z.array(parameter)),
  requestBody: z.optional(z.looseObject({ content })),
  responses: z.record(z.string(), z.union([reference, response])),
});
const openapi = z.looseObject({
  info: z.looseObject({ description: z.string() }),
  tags: z.array(z.object({ name: z.string(), description: z.string() })),
  paths: z.record(z.string(), z.record(z.string(), operation)),
  components: z.looseObject({
    schemas: z.record(z.string(), z.looseObject({})),
    responses: z.record(z.string(), response),
    securitySchemes: z.record(z.string(), z.looseObject({})),
  }),
});

/** The OpenAPI document that the service serves. */
export const document = openapi.parse(JSON.parse(readFileSync('openapi.json', 'utf8')));

type MediaType = z.output<typeof mediaType>;

export const responseOf = (documented: z.output<typeof operation> | undefined, status: string) => {
  const found = documented?.responses[status];
  const shared = reference.safeParse(found);
  if (!shared.success) return response.parse(found);
  return document.components.responses[shared.data.$ref.replace('#/components/responses/', '')];
};

/** The examples of a body. */
export const examplesIn = ({ example, examples = {} }: MediaType = {}): unknown[] => [
  ...(example === undefined ? [] : [example]),
  ...Object.values(examples).map(({ value }) => value),
];

const ajv = new Ajv2020({ strict: false });
addFormats.default(ajv);
const { schemas } = document.components;
// Clients accept further fields in a response, but our own responses have none.
const strict = Object.entries(schemas).map(([name, schema]) => [
  name,
  'propertyNames' in schema ? schema : { ...schema, additionalProperties: false },
]);
ajv.addSchema({ components: { schemas: Object.fromEntries(strict) } }, 'openapi');

/** Validates a body by its documented schema. */
export const validatorOf = ({ schema }: MediaType = {}) =>
  schema && (schema.$ref ? ajv.getSchema(`openapi${schema.$ref}`) : ajv.compile(schema));

const definitionOf = (handler: unknown) => handlers.find((definition) => definition.handler === handler);

const operationOf = (handler: unknown) =>
  Object.values(document.paths[definitionOf(handler)?.path ?? ''] ?? {})[0];

/** The statuses that the contract of an operation declares, and those of its pipeline. */
export const statusesOf = (handler: unknown): number[] =>
  Object.keys(operationOf(handler)?.responses ?? {}).map(Number);

/** The documented method of an operation. */
export const methodOf = (handler: unknown): string | undefined =>
  Object.keys(document.paths[definitionOf(handler)?.path ?? ''] ?? {})[0]?.toUpperCase();

/** The access that a token needs by the document, such as `session`. `undefined` if none is needed. */
export const accessOf = (handler: unknown): string | undefined => {
  const accesses = (operationOf(handler)?.security ?? []).map(({ token }) => token?.[0]);
  return accesses.includes(undefined) ? undefined : accesses[0];
};

/** The documented parameters of an operation. */
export const parametersOf = (handler: unknown) => operationOf(handler)?.parameters ?? [];

/** The documented body of a request, `undefined` if there is none. */
export const requestBodyOf = (handler: unknown) =>
  operationOf(handler)?.requestBody?.content?.['application/json'];

/** The documented content types of a request, `undefined` if it has no body. */
export const contentTypesOf = (handler: unknown) => {
  const content = operationOf(handler)?.requestBody?.content;
  return content && Object.keys(content);
};

const objectSchema = z.object({
  properties: z.record(
    z.string(),
    z.object({
      type: z.union([z.string(), z.array(z.string())]),
      format: z.optional(z.string()),
      enum: z.optional(z.array(z.string())),
      maximum: z.optional(z.number()),
      maxLength: z.optional(z.int()),
      description: z.optional(z.string()),
    }),
  ),
  minProperties: z.optional(z.int()),
});

/** The documented fields of a JSON body. */
export const bodySchemaOf = (handler: unknown) =>
  objectSchema.parse(schemas[requestBodyOf(handler)?.schema?.$ref?.split('/').at(-1) ?? '']);

/** The error for an update without fields. */
export const emptyUpdate = (handler: unknown): string =>
  `Body must have at least one of ${Object.keys(bodySchemaOf(handler).properties).join(', ')}.`;

export const requestSchema = (handler: unknown) => validatorOf(requestBodyOf(handler));

/** The documented body of a response. */
export const responseBodyOf = (handler: unknown, status: number) =>
  responseOf(operationOf(handler), String(status))?.content?.['application/json'];

const GENERAL = 'The request failed';

/** A header that not every response has. */
const optional = z.looseObject({ required: z.literal(false) });

/** Fails if a response doesn't match the OpenAPI document. */
export function expectDocumented(
  handler: unknown,
  status: number,
  headers: Record<string, string>,
  body: unknown,
): void {
  const documented = operationOf(handler);
  // The fallback route and the docs page aren't in the document.
  if (!documented) return;
  const place = `${status} of ${documented.operationId}. If its contract is new, run npm run generate`;
  expect(Object.keys(documented.responses), place).toContain(String(status));
  const response = responseOf(documented, String(status));
  for (const [name, header] of Object.entries(response?.headers ?? {})) {
    if (!optional.safeParse(header).success) expect(headers, place).toHaveProperty([name.toLowerCase()]);
  }
  const documentedBody = response?.content?.['application/json'];
  const validate = validatorOf(documentedBody);
  expect(validate?.(body) ? [] : validate?.errors, place).toEqual([]);
  for (const error of answer.parse(body).errors ?? []) expect(numbersWithoutMember(error), place).toEqual([]);
  const messages = examplesIn(documentedBody).map((example) => messageLike(example, body));
  // Shared responses have a general message instead of the operation's.
  const { failure } = definitionOf(handler)?.handler.contract.messages ?? {};
  const own = messages.map((like) => (like.message === GENERAL ? { ...like, message: failure } : like));
  expect(own, place).toContainEqual(outline(body));
  // The same to everybody.
  if (status === 403) expect(examplesIn(documentedBody), place).toContainEqual(body);
  if (status === 429) expect(body, place).toMatchObject({ errors: [tooMany(headers)] });
}

/** The only entry of `errors` in a 429. */
function tooMany({ 'retry-after': seconds }: Record<string, string>) {
  const minutes = Math.ceil(Number(seconds) / 60);
  const wait = minutes > 1 ? `${minutes} minutes` : 'a minute';
  return { field: 'request', code: 'too_many', message: `Try again in ${wait}.`, minutes };
}

/**
 * The numbers in an error's sentence that none of its members has. Those in the names of a field or budget, or in quotation
 * marks, are not meant.
 */
export function numbersWithoutMember({ field, message, name, ...members }: z.output<typeof entry>): number[] {
  const texts = Object.values(members).filter((value) => typeof value === 'string');
  const words = [field.replaceAll('_', ' '), ...(name === undefined ? [] : [name]), ...texts];
  const sentence = words
    .reduce((rest, word) => rest.replace(word.toLowerCase(), ''), message.toLowerCase())
    .replaceAll(/"(?:[^"]|"")*"/g, '');
  const numbers = sentence.match(/(?<![\w.-])\d+(?:[.,]\d+)?/g) ?? [];
  // A comma is a decimal mark, or separates thousands.
  const hasMember = (number: string) =>
    [number.replace(',', '.'), number.replace(/[.,]/, '')].some((text) =>
      Object.values(members).includes(Number(text)),
    );
  return numbers.filter((number) => !hasMember(number)).map(Number);
}

const entry = z.looseObject({ field: z.string(), message: z.string(), name: z.optional(z.string()) });

const answer = z.looseObject({
  message: z.optional(z.string()),
  errors: z.optional(z.array(entry)),
});

/** The message of a response, and whether it names fields. */
const outline = (body: unknown) => {
  const { message, errors } = answer.parse(body);
  return { message, hasErrors: errors !== undefined };
};

/** The outline of an example. Where its message quotes its first field error, it quotes that of the body instead. */
function messageLike(example: unknown, body: unknown) {
  const { message, hasErrors } = outline(example);
  const [quoted = '', actual = ''] = [example, body].map((part) =>
    // The messages of the contract say it so.
    answer.parse(part).errors?.[0]?.message.replace(/^E-mail/, 'Email'),
  );
  return { message: quoted ? message?.replace(quoted, () => actual) : message, hasErrors };
}

/** The operations of the OpenAPI document, such as `GET /events/view/{id}`, with a pattern and an example of their calls. */
export const operations = Object.entries(document.paths).flatMap(([path, methods]) =>
  Object.entries(methods).map(
    ([
      method,
      {
        requestBody,
        tags: [tag = ''],
      },
    ]) => {
      const name = `${method.toUpperCase()} ${path}`;
      const [body] = examplesIn(requestBody?.content?.['application/json']);
      return { name, tag, body, pattern: new RegExp(`^${name.replaceAll(/\{\w+\}/g, '[^/]+')}$`) };
    },
  ),
);
