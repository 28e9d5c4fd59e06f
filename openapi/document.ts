import { resolve } from 'node:path';
import { pathToFileURL } from 'node:url';
import * as z from 'zod/mini';
import { createDocument, type ZodOpenApiOperationObject, type ZodOpenApiPathItemObject } from 'zod-openapi';
import { PROTOTYPE_KEYS } from '../lib/http/body.ts';
import type { Contract } from '../lib/http/contract.ts';
import packageJson from '../package.json' with { type: 'json' };
import { routes } from '../resources/definitions.ts';
import { withExamples } from './example.ts';
import { responsesOf } from './responses.ts';

/** The OpenAPI document, made from the endpoints that have a route. */
export async function openApiDocument() {
  const paths: Record<string, ZodOpenApiPathItemObject> = {};
  for (const { name, file, route, further } of routes.filter(({ route }) => route !== '*')) {
    const contract = await contractIn(file);
    const method = contract.method.toLowerCase();
    paths[pathOf(route)] = { [method]: operationOf(name, file, route, contract) };
    for (const other of further) {
      const files = { ...contract, serves: '*/*' };
      paths[pathOf(other)] = { [method]: operationOf(`${name}File`, file, other, files) };
    }
  }
  const document = createDocument({
    openapi: '3.1.0',
    info: {
      title: 'Event Budget Service',
      version: packageJson.version,
      description: packageJson.description,
      license: { name: 'MIT', identifier: 'MIT' },
    },
    servers: [{ url: '/' }],
    tags: [
      { name: 'auth', description: 'Signup and login' },
      { name: 'events', description: "An account's events" },
      { name: 'budgets', description: "The budget lines that make up an event's total" },
      { name: 'system', description: 'Health and documentation' },
    ],
    paths,
    components: { securitySchemes: { token: { type: 'http', scheme: 'bearer', bearerFormat: 'JWT' } } },
  });
  return { ...document, paths: withExamples(document.paths, document.components?.schemas ?? {}) };
}

async function contractIn(file: string): Promise<Contract> {
  const { handler } = await import(pathToFileURL(resolve(file)).href);
  return handler.contract;
}

const pathOf = (route: string): string => route.replace('ANY ', '');

function operationOf(
  operationId: string,
  file: string,
  route: string,
  contract: Contract,
): ZodOpenApiOperationObject {
  const { summary, input, authentication } = contract;
  const { query, body } = input;
  const path = route.includes('{') && input.path ? z.required(input.path) : undefined;
  return {
    operationId,
    summary,
    tags: [file.split('/')[1] ?? ''],
    security: authentication.scheme === 'bearer' ? [{ token: [] }] : [],
    requestParams: { ...(path && { path }), ...(query && { query }) },
    ...(body && { requestBody: requestBodyOf(body) }),
    responses: responsesOf(contract),
  };
}

const requestBodyOf = (body: z.ZodMiniType) => ({
  required: true,
  content: {
    'application/json': { schema: body.check(z.meta({ propertyNames: { not: { enum: PROTOTYPE_KEYS } } })) },
  },
});
