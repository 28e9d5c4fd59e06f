import { resolve } from 'node:path';
import { pathToFileURL } from 'node:url';
import { createDocument, type ZodOpenApiOperationObject } from 'zod-openapi';
import { tokenHolder } from '../lib/http/access.ts';
import type { Definition } from '../lib/http/endpoint.ts';
import packageJson from '../package.json' with { type: 'json' };
import { withExamples } from './example.ts';
import { responsesOf } from './responses.ts';
import { routes } from './serverless-yml.ts';

/** The OpenAPI document of the endpoints that serverless.yml routes to. */
export async function openApiDocument() {
  const served = routes.filter(({ route }) => route !== '*');
  const paths = await Promise.all(
    served.map(async ({ name, file, route }) => {
      const definition = await definitionIn(file);
      const tag = file.split('/')[1] ?? '';
      return [
        route.replace('ANY ', ''),
        { [definition.method.toLowerCase()]: operationOf(name, tag, definition) },
      ];
    }),
  );
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
    paths: Object.fromEntries(paths),
    components: { securitySchemes: { token: { type: 'http', scheme: 'bearer', bearerFormat: 'JWT' } } },
  });
  return { ...document, paths: withExamples(document.paths, document.components?.schemas ?? {}) };
}

async function definitionIn(file: string): Promise<Definition> {
  const { handler } = await import(pathToFileURL(resolve(file)).href);
  return handler.definition;
}

function operationOf(name: string, tag: string, definition: Definition): ZodOpenApiOperationObject {
  const { summary, input, access } = definition;
  const { path, query, body } = input;
  return {
    operationId: name,
    summary,
    tags: [tag],
    security: access === tokenHolder ? [{ token: [] }] : [],
    requestParams: { ...(path && { path }), ...(query && { query }) },
    ...(body && { requestBody: { required: true, content: { 'application/json': { schema: body } } } }),
    responses: responsesOf(definition),
  };
}
