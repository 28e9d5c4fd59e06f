import { readFileSync } from 'node:fs';
import { resolve } from 'node:path';
import { Ajv2020 } from 'ajv/dist/2020.js';
import addFormats from 'ajv-formats';
import { expect } from 'vitest';
import * as z from 'zod/mini';
import { routes } from '../../resources/definitions.ts';

const content = z.optional(
  z.record(z.string(), z.object({ schema: z.optional(z.looseObject({})), example: z.optional(z.unknown()) })),
);
const header = z.looseObject({ required: z.optional(z.boolean()) });
const response = z.looseObject({ headers: z.optional(z.record(z.string(), header)), content });
const operation = z.looseObject({
  operationId: z.string(),
  requestBody: z.optional(z.looseObject({ content })),
  responses: z.record(z.string(), response),
});

/** The OpenAPI document that the service serves. */
export const document = z
  .looseObject({ paths: z.record(z.string(), z.record(z.string(), operation)) })
  .parse(JSON.parse(readFileSync('openapi.json', 'utf8')));

export const ajv = new Ajv2020({ strict: false, multipleOfPrecision: 3 });
addFormats.default(ajv);
ajv.addSchema(document, 'openapi');

const pointer = (...parts: string[]) =>
  `openapi#/paths/${parts.map((part) => encodeURIComponent(part.replaceAll('~', '~0').replaceAll('/', '~1'))).join('/')}`;

const paths = new Map<unknown, string>();
for (const { file, route } of routes) {
  const { handler } = await import(resolve(file));
  paths.set(handler, route.replace('ANY ', ''));
}

/** The documented schema of a request body, `undefined` if there is none. */
export const requestSchema = (handler: unknown) => {
  const path = paths.get(handler) ?? '';
  return ajv.getSchema(pointer(path, 'post', 'requestBody', 'content', 'application/json', 'schema'));
};

/** Fails if a response doesn't match the OpenAPI document. */
export function expectDocumented(
  handler: unknown,
  status: number,
  headers: Record<string, string>,
  body: unknown,
): void {
  const path = paths.get(handler);
  const [method, documented] = Object.entries(document.paths[path ?? ''] ?? {})[0] ?? [];
  // The fallback route isn't in the document.
  if (!path || !method) return;
  const response = documented?.responses[String(status)];
  expect(response, `${status} of ${path}`).toBeDefined();
  for (const [name, { required }] of Object.entries(response?.headers ?? {})) {
    if (required) expect(headers, `${status} of ${path}`).toHaveProperty([name.toLowerCase()]);
  }
  const validate = ajv.getSchema(
    pointer(path, method, 'responses', String(status), 'content', 'application/json', 'schema'),
  );
  expect(validate?.(body) ? [] : validate?.errors, `${status} of ${path}`).toEqual([]);
}
