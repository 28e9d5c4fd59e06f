import { resolve } from 'node:path';
import { pathToFileURL } from 'node:url';
import * as z from 'zod/mini';
import { createDocument, type ZodOpenApiOperationObject, type ZodOpenApiPathItemObject } from 'zod-openapi';
import { tokenHolder } from '../lib/http/access.ts';
import { PROTOTYPE_KEYS } from '../lib/http/body.ts';
import type { Definition } from '../lib/http/endpoint.ts';
import packageJson from '../package.json' with { type: 'json' };
import { withExamples } from './example.ts';
import { responsesOf } from './responses.ts';
import { routes } from './serverless-yml.ts';

/** The OpenAPI document of the endpoints that serverless.yml routes to. */
export async function openApiDocument() {
  const paths: Record<string, ZodOpenApiPathItemObject> = {};
  for (const { name, file, route, further } of routes.filter(({ route }) => route !== '*')) {
    const definition = await definitionIn(file);
    const method = definition.method.toLowerCase();
    paths[pathOf(route)] = { [method]: operationOf(name, file, route, definition) };
    for (const other of further) {
      const files = { ...definition, serves: '*/*' };
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
      { name: 'auth', description: 'Accounts and their tokens' },
      { name: 'events', description: 'Events of an account' },
      { name: 'budgets', description: 'The lines behind the total of an event' },
      { name: 'system', description: 'The service itself' },
    ],
    paths,
    components: { securitySchemes: { token: { type: 'http', scheme: 'bearer', bearerFormat: 'JWT' } } },
  });
  return { ...document, paths: withExamples(document.paths, document.components?.schemas ?? {}) };
}

async function definitionIn(file: string): Promise<Definition> {
  const { handler } = await import(pathToFileURL(resolve(file)).href);
  return handler.definition;
}

const pathOf = (route: string): string => route.replace('ANY ', '');

function operationOf(
  operationId: string,
  file: string,
  route: string,
  definition: Definition,
): ZodOpenApiOperationObject {
  const { summary, input, access } = definition;
  const { query, body } = input;
  const path = route.includes('{') && input.path ? z.required(input.path) : undefined;
  return {
    operationId,
    summary,
    tags: [file.split('/')[1] ?? ''],
    security: access === tokenHolder ? [{ token: [] }] : [],
    requestParams: { ...(path && { path }), ...(query && { query }) },
    ...(body && { requestBody: requestBodyOf(body) }),
    responses: responsesOf(definition),
  };
}

const requestBodyOf = (body: z.ZodMiniType) => ({
  required: true,
  content: {
    'application/json': { schema: body.check(z.meta({ propertyNames: { not: { enum: PROTOTYPE_KEYS } } })) },
  },
});
