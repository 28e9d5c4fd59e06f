import { readFileSync } from 'node:fs';
import * as z from 'zod/mini';

const text = z.optional(z.string());
const limit = z.optional(z.number());

const schema = z.object({
  type: z._default(z.union([z.string(), z.array(z.string())]), 'string'),
  format: text,
  description: text,
  minLength: limit,
  maxLength: limit,
  minimum: limit,
  maximum: limit,
  enum: z.optional(z.array(z.string())),
  required: z._default(z.array(z.string()), []),
  get properties() {
    return z.optional(z.record(z.string(), schema));
  },
  get items() {
    return z.optional(schema);
  },
});
export type Schema = z.infer<typeof schema>;

const parameter = z.object({
  in: z.string(),
  name: z.string(),
  required: z._default(z.boolean(), false),
  description: z.string(),
  schema,
});
export type Parameter = z.infer<typeof parameter>;

const error = z.object({ field: z.string(), code: z.string(), message: z.string() });
export const errorBody = z.object({ message: z.string(), errors: z._default(z.array(error), []) });

const media = z.object({
  schema,
  example: z.optional(z.unknown()),
  examples: z._default(z.record(z.string(), z.object({ value: errorBody })), {}),
});
const content = z._default(z.record(z.string(), media), {});
export type Content = z.infer<typeof content>;

const headers = z._default(z.record(z.string(), z.object({ description: z.string() })), {});
const response = z.object({ description: z.string(), headers, content });
export type Response = z.infer<typeof response>;

const operation = z.object({
  operationId: z.string(),
  summary: z.string(),
  description: z.string(),
  tags: z.tuple([z.string()]),
  parameters: z._default(z.array(parameter), []),
  requestBody: z._default(z.object({ content }), { content: {} }),
  responses: z.record(z.string(), response),
});
export type Operation = z.infer<typeof operation> & { method: string; path: string };

const openapi = z.object({
  info: z.object({ title: z.string(), version: z.string(), description: z.string() }),
  tags: z.array(z.object({ name: z.string() })),
  paths: z.record(z.string(), z.record(z.string(), operation)),
});

/** A part of the document, with what a reference names in its place. */
function resolved(part: unknown, document: unknown): unknown {
  if (typeof part !== 'object' || part === null) return part;
  if (Array.isArray(part)) return part.map((each) => resolved(each, document));
  const { $ref } = Object(part);
  if (typeof $ref !== 'string')
    return Object.fromEntries(Object.entries(part).map(([name, each]) => [name, resolved(each, document)]));
  const [, ...names] = $ref.split('/');
  return resolved(
    names.reduce((place, name) => Object(place)[name], document),
    document,
  );
}

/** The OpenAPI document in a file. */
export function openApiIn(file: string) {
  const document: unknown = JSON.parse(readFileSync(file, 'utf8'));
  const { paths, ...others } = openapi.parse(resolved(document, document));
  const operations: Operation[] = Object.entries(paths).flatMap(([path, methods]) =>
    Object.entries(methods).map(([method, each]) => ({ ...each, method: method.toUpperCase(), path })),
  );
  return { ...others, operations };
}
