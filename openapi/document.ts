import { readFileSync } from 'node:fs';
import { resolve } from 'node:path';
import * as z from 'zod/mini';
import { createDocument, type ZodOpenApiOperationObject, type ZodOpenApiOverrideContext } from 'zod-openapi';
import { importedBudgetInput } from '../lib/budgets/imported-budgets.ts';
import { PROTOTYPE_KEYS } from '../lib/http/body.ts';
import type { Contract } from '../lib/http/contract.ts';
import { headerName } from '../lib/http/input.ts';
import { examplesOf } from '../lib/schema.ts';
import current from '../openapi.json' with { type: 'json' };
import packageJson from '../package.json' with { type: 'json' };
import { routes } from '../resources/definitions.ts';
import { describeOperation } from './descriptions.ts';
import { FILE, type Operation, responsesOf, sharedHeaders } from './responses.ts';

/** The OpenAPI document, made from the endpoints that have a route. */
export async function openApiDocument() {
  const operations = await documentedOperations();
  const document = createDocument(
    {
      openapi: '3.1.0',
      info: {
        title: 'Event Budget Service',
        version: packageJson.version,
        summary: packageJson.description,
        description: readFileSync(new URL('introduction.md', import.meta.url), 'utf8'),
        license: { name: 'MIT', identifier: 'MIT' },
      },
      servers: [
        { url: 'http://localhost:3000', description: '`npm start`' },
        {
          url: 'https://{domain}',
          description: 'A deployment',
          variables: {
            domain: {
              default: 'abcde12345.execute-api.eu-central-1.amazonaws.com',
              description: 'As `npm run deploy` prints it',
            },
          },
        },
      ],
      externalDocs: { description: 'Guide', url: '/docs/api.md' },
      tags: [
        { name: 'auth', description: 'Start here: sign up or log in to get a token' },
        { name: 'events', description: 'Your events, and those that others share with you' },
        { name: 'budgets', description: 'The planned and spent amounts of an event' },
        { name: 'trash', description: 'Your deleted events, for 30 days' },
        { name: 'history', description: 'Who changed what in an event' },
        { name: 'payments', description: 'Payments of budgets, and what is due across all events' },
        { name: 'calendar', description: 'Your events and open amounts, for calendar programs' },
        { name: 'summary', description: 'Totals across all events' },
        { name: 'members', description: 'Who may read or change an event, and who is invited to it' },
        { name: 'share-link', description: 'Links with which anybody can see an event' },
        { name: 'invitations', description: 'Events to which others invited you' },
        { name: 'account', description: 'Your account' },
        { name: 'sessions', description: 'Where you are logged in' },
        {
          name: 'tokens',
          description: 'Access tokens, with which programs read or write your events without your password',
        },
        { name: 'factor', description: 'A second factor for logins: codes of an authenticator app' },
        { name: 'system', description: 'Health, and this document' },
      ],
      paths: Object.fromEntries(
        operations.map((operation) => [
          operation.path,
          { [operation.contract.method.toLowerCase()]: described(operation) },
        ]),
      ),
      components: {
        schemas: { ImportedBudget: importedBudgetInput },
        headers: sharedHeaders,
        securitySchemes: {
          // With two, some generated clients fill in only one of them, or send two headers.
          token: {
            type: 'http',
            scheme: 'bearer',
            description:
              'The `token` from a signup, login or refresh. Where an operation needs `read` or `write`, an access token from ' +
              '`POST /account/tokens/create` works too, and where it needs `share-link`, only the token of a share link',
          },
        },
      },
    },
    { override: (context) => adjust(context, operations) },
  );
  return forGenerators(document);
}

const nullable = z.object({
  anyOf: z.tuple([z.looseObject({ type: z.string() }), z.object({ type: z.literal('null') })]),
});

const parameter = z.looseObject({
  in: z.string(),
  name: z.string(),
  schema: z.looseObject({ description: z.string() }),
});

/** The document in the form that client generators and the page at `/docs` read best. */
function forGenerators(part: unknown): unknown {
  if (Array.isArray(part)) return part.map(forGenerators);
  if (typeof part !== 'object' || part === null) return part;
  const adapted = describedParameter(withoutAnyOf(part));
  return Object.fromEntries(Object.entries(adapted).map(([name, inner]) => [name, forGenerators(inner)]));
}

/** Describes what may be null by its types, since client generators make a type of its own of every `anyOf`. */
function withoutAnyOf(part: object): object {
  const { data } = nullable.safeParse(part);
  const { anyOf: _, ...rest } = Object(part);
  // The outer one of two descriptions is about the field.
  return data ? { ...rest, ...data.anyOf[0], ...rest, type: [data.anyOf[0].type, 'null'] } : part;
}

/** Moves the description of a parameter's schema to the parameter, where they look for it. */
function describedParameter(part: object): object {
  const { data } = parameter.safeParse(part);
  if (!data) return part;
  const { description, ...schema } = data.schema;
  return { ...data, description, schema };
}

function adjust({ jsonSchema, zodSchema, io }: ZodOpenApiOverrideContext, operations: Operation[]): void {
  // Clients must accept fields that a later version adds.
  if (io === 'output') delete jsonSchema.additionalProperties;
  if (operations.some(({ contract }) => Object.is(contract.input.body, zodSchema))) {
    jsonSchema.propertyNames = { not: { enum: PROTOTYPE_KEYS } };
  }
}

const order = Object.keys(current.paths);

/**
 * The endpoints that have a path, without the pages, which are for people. They are in the order of openapi.json, so that a new
 * one moves no other. It stands last in its subject, and a new subject last of all.
 */
export async function documentedOperations(): Promise<Operation[]> {
  const operations = await Promise.all(
    routes
      .filter(({ route }) => route !== '*')
      .map(async ({ name, file, route }): Promise<Operation> => {
        const { contract } = (await import(resolve(file))).handler;
        const tag = file.split('/')[1] ?? '';
        return { operationId: name, tag, path: route.replace('ANY ', ''), contract };
      }),
  );
  const placeOf = ({ path, tag }: Operation): number => {
    if (order.includes(path)) return order.indexOf(path);
    const last = Math.max(
      ...operations.filter((each) => each.tag === tag).map((each) => order.indexOf(each.path)),
    );
    return last < 0 ? order.length : last + 0.5;
  };
  return operations
    .filter(({ contract }) => contract.serves !== 'text/html' && contract.route !== '/mcp')
    .sort((one, other) => placeOf(one) - placeOf(other));
}

function described(operation: Operation): ZodOpenApiOperationObject {
  const { operationId, tag, contract } = operation;
  const { summary, input, authentication } = contract;
  return {
    operationId,
    summary,
    description: describeOperation(contract),
    tags: [tag],
    security: securityOf(authentication),
    requestParams: {
      ...(input.path && { path: input.path }),
      ...(input.query && { query: input.query }),
      ...headersOf(contract),
    },
    ...(input.body && { requestBody: requestBodyOf(input.body, contract) }),
    responses: responsesOf(operation),
  };
}

/** The alternatives, each with the least that the token has to allow. That of a session allows everything. */
function securityOf({ scheme, access }: Contract['authentication']) {
  const needed = { token: [access?.[0] ?? 'session'] };
  const alternatives = {
    none: [],
    address: [],
    link: [{ token: ['share-link'] }],
    optional: [{}, needed],
    bearer: [needed],
  };
  return alternatives[scheme];
}

const ifNoneMatch = z.optional(z.string()).check(
  z.meta({
    description: '`ETag` of the copy that you have. If nothing has changed since, the response is 304',
  }),
);

function headersOf({ input, method, headers }: Contract) {
  const schemas = {
    ...input.headers?.shape,
    ...(method === 'GET' && headers?.['etag'] && { 'if-none-match': ifNoneMatch }),
  };
  const named = Object.entries(schemas).map(([name, schema]) => [headerName(name), schema]);
  return named.length > 0 && { header: z.object(Object.fromEntries(named)) };
}

const file = {
  ...FILE,
  description:
    'CSV in UTF-8 with a header row, up to 500 budgets and 2,000 lines. The delimiter is a comma, a semicolon or a tab. `application/csv` and `application/vnd.ms-excel` mean the same',
};

const requestBodyOf = (schema: z.ZodMiniType, { bodies }: Contract) => ({
  required: !schema.safeParse(undefined).success,
  content: {
    'application/json': { schema, example: examplesOf(schema)[0] },
    ...Object.fromEntries(
      Object.entries(bodies?.examples ?? {}).map(([type, example]) => [type, { schema: file, example }]),
    ),
  },
});
